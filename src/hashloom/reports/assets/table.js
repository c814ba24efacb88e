// The table: a row for each core, made once and shown as filters and sorting ask.

const figures = (name) => (row) => figure(row, name);
const columns = [
  { name: "core", title: "Core", width: "15.2rem", cell: coreCell },
  { name: "hash", title: "Hash", width: "7rem", wide: true, cell: (row) => [row.hash] },
  { name: "level", title: "Level", width: "5.2rem", wide: true, cell: (row) => [row.level] },
  { name: "target", title: "Device", width: "6.9rem", wide: true, cell: (row) => [row.target] },
  { name: "mhz", title: "MHz", width: "4.3rem", number: true, cell: figures("mhz") },
  { name: "lut", title: "LUT", width: "4.8rem", number: true, cell: areaCell },
  { name: "ff", title: "FF", width: "4.4rem", number: true, wide: true, cell: figures("ff") },
  { name: "bram", title: "Block RAM", width: "4.2rem", number: true, wide: true, cell: figures("bram") },
  { name: "single", title: "Mbit/s, one", width: "4.8rem", number: true, wide: true, cell: figures("single") },
  { name: "aggregate", title: "Mbit/s, all", width: "4.8rem", number: true, cell: figures("aggregate") },
  { name: "density", title: "Mbit/s per LUT", width: "5rem", number: true, wide: true, cell: figures("density") },
  { name: "share", title: "% of device", width: "4.6rem", number: true, wide: true, cell: figures("share") },
  { name: "device", title: "Gbit/s per device", width: "5rem", number: true, wide: true, cell: figures("device") },
  { name: "latency", title: "Latency, ns", width: "5.2rem", number: true, wide: true, cell: figures("latency") },
  { name: "seeds", title: "Seeds", width: "4rem", number: true, wide: true, cell: (row) => [row.seeds || "–"] },
  { name: "tools", title: "Tools", width: "4rem", number: true, wide: true, cell: (row) => [row.tools + 1] },
];

const DIGITS = { density: 3, mhz: 1, share: 1, device: 1 };  // of figures that are not whole numbers
const kindOf = (row) => (row.origin === "published" ? "published" : "measured");

function figure(row, name) {
  const value = row[name];
  if (value === null || value === undefined) return [make("span", { className: "none" }, "–")];
  const text = name in DIGITS ? value.toFixed(DIGITS[name]) : spoken(Math.round(value));
  return [make("span", { className: kindOf(row), title: kindOf(row) }, text)];
}

function areaCell(row) {
  if (!row.bound || row.lut === null) return figure(row, "lut");
  return [make("span", { className: "estimated", title: `published: ${row.area}, which hold at most so many` }, spoken(row.lut))];
}

function coreCell(row) {
  const button = make("button", { type: "button", title: row.core }, row.older ? `${row.core} †` : row.core);
  const where = [row.level, row.target, row.seeds ? `${row.seeds} seeds` : null, `tools ${row.tools + 1}`];
  const small = make("span", { className: "quiet phoneonly" }, where.filter(Boolean).join(", "));
  return [button, small];
}

function buildHead() {
  const head = document.querySelector("#wide thead tr");
  const widths = make("colgroup");
  for (const column of columns) {
    const button = make("button", { type: "button" }, column.title);
    button.addEventListener("click", () => sortBy(column));
    const names = [column.number ? "number" : "", column.wide ? "wideonly" : ""].join(" ");
    column.head = make("th", { className: names, scope: "col" }, button);
    head.append(column.head);
    widths.append(make("col", { className: column.wide ? "wideonly" : "", style: `--width:${column.width}` }));
  }
  document.querySelector("#wide table").prepend(widths);
  byId("wide").addEventListener("scroll", showMore, { passive: true });
  byId("wide").addEventListener("click", (event) => {
    const line = event.target.closest("tr[data-number]");
    if (line) openDetail(rows[Number(line.dataset.number)]);
  });
}

function sortBy(column) {
  const same = sorting.column === column.name;
  sorting = { column: column.name, down: same ? !sorting.down : Boolean(column.number) };
  update();
}

// Unknown figures come last whatever the direction.
function inOrder(list) {
  const { column, down } = sorting;
  const known = (row) => row[column] !== null && row[column] !== undefined;
  const compare = (a, b) =>
    typeof a[column] === "string" ? a[column].localeCompare(b[column], "en", { numeric: true }) : a[column] - b[column];
  return [...list].sort((a, b) => {
    if (!known(a) || !known(b)) return known(b) - known(a);
    return (down ? -1 : 1) * compare(a, b) || a.number - b.number;
  });
}

function lineOf(row) {
  if (row.line) return row.line;
  row.line = make("tr", { "data-number": row.number });
  for (const column of columns) {
    const names = [column.number ? "number" : "", column.wide ? "wideonly" : ""].join(" ").trim();
    row.line.append(make("td", { className: names }, ...column.cell(row)));
  }
  return row.line;
}

// Lines are put into the page as one scrolls to them: laying a thousand out takes a browser long.
const PORTION = 60;
let rest = [];

function showMore() {
  const place = byId("wide");
  while (rest.length && place.scrollTop + 2 * place.clientHeight > place.scrollHeight) {
    for (const row of rest.splice(0, PORTION)) {
      byId(row.others ? "theirs" : "own").append(lineOf(row));
    }
  }
}

function showTable(shown) {
  const theirs = shown.filter((row) => row.others);
  const own = shown.length - theirs.length;
  byId("own").replaceChildren();
  byId("theirs").replaceChildren();
  byId("wide").scrollTop = 0;
  rest = [...inOrder(shown.filter((row) => !row.others)), ...groupHead(theirs), ...inOrder(theirs)];
  showMore();
  byId("count").textContent = `${own} of ${measured.length} measured cores` + (theirs.length ? `, and ${theirs.length} of others` : "");
  for (const column of columns) {
    const sorted = column.name === sorting.column;
    if (sorted) column.head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    else column.head.removeAttribute("aria-sort");
  }
}

function groupHead(theirs) {
  if (!theirs.length) return [];
  const head = make("th", { className: "group", scope: "rowgroup", colSpan: 4 }, "References: cores of others");
  return [{ others: true, line: make("tr", {}, head) }];
}
