// One core: its architecture, its figures, its slowest path, and how to build it.

let opener = null;
const details = unpack("details").then(JSON.parse);

async function openDetail(row) {
  if (picked) picked.line?.classList.remove("picked");
  if (byId("detail").hidden) opener = document.activeElement;
  picked = row;
  lineOf(row).classList.add("picked");
  byId("detail").replaceChildren(...headOf(row), ...(await restOf(row)));
  byId("detail").hidden = false;
  byId("detail").scrollTop = 0;
  byId("detail").focus();
  paintPlots();
}

function closeDetail() {
  if (byId("detail").hidden) return;
  byId("detail").hidden = true;
  picked.line?.classList.remove("picked");
  picked = null;
  paintPlots();
  opener?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeDetail();
});

function headOf(row) {
  const close = make("button", { type: "button" }, "Close");
  close.addEventListener("click", closeDetail);
  const words = { measured: "measured by hashloom", public: "a public core, measured in the same way", published: "published" };
  return [
    make("div", { className: "top" }, make("h2", { id: "core" }, row.core), close),
    make("p", { className: "quiet" }, `${row.hash}, ${row.level}, on ${row.target}; ${words[row.origin]}`),
  ];
}

async function restOf(row) {
  try {
    const { rows: all, drawings } = await details;
    const { drawing, facts, cases, path } = all[row.number];
    return [
      ...(drawing === undefined ? [] : drawingOf(drawings[drawing])),
      make("h3", {}, "Figures"), factsOf(facts),
      ...(cases ? [make("h3", {}, "Mbit/s by case"), casesOf(cases)] : []),
      ...(path ? pathOf(path) : []),
      ...(row.others ? [] : [make("h3", {}, "Measure it again"), commandOf(row.source)]),
    ];
  } catch (error) {
    return [make("p", {}, `This browser cannot unpack the details (${error.message}).`)];
  }
}

function drawingOf(drawing) {
  const place = make("div", { className: "drawing" });
  place.innerHTML = drawing;
  const note = "A dot is a message that shares the round above it; a thick frame is block RAM.";
  return [make("h3", {}, "Architecture"), place, make("p", { className: "quiet" }, note)];
}

function factsOf(facts) {
  const list = make("dl");
  for (const [name, text, kind] of facts) {
    list.append(make("dt", {}, name), make("dd", {}, kind ? make("span", { className: kind, title: kind }, text) : text));
  }
  return list;
}

function casesOf(cases) {
  const names = ["", "1 block, alone", "1 block, all", "24 blocks, alone", "24 blocks, all"];
  const head = make("tr", {}, ...names.map((name) => make("th", { className: name ? "number" : "" }, name)));
  const body = cases.map(([name, ...values]) =>
    make("tr", {}, make("td", {}, name), ...values.map((value) => make("td", { className: "number measured" }, spoken(value)))));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
}

function pathOf(path) {
  const bar = make("div", { className: "path", role: "img", "aria-label": `${path.total} ns from ${path.from} to ${path.to}` });
  const body = make("tbody");
  for (const [kind, name, ns, cells] of path.steps) {
    if (ns > 0) bar.append(make("span", { className: kind, style: `flex:${ns}`, title: `${kind}, ${name}: ${ns} ns` }));
    const what = cells > 1 ? `${kind}, ${cells} cells` : kind;
    body.append(make("tr", {}, make("td", {}, what), make("td", {}, name), make("td", { className: "number" }, ns.toFixed(3))));
  }
  const swatch = (kind, words) => [make("span", { className: `swatch ${kind}` }), words];
  const key = make("p", {},
    ...swatch("register", "register "), ...swatch("logic", `logic ${path.logic.toFixed(2)} ns, registers included `), ...swatch("routing", `routing ${path.routing.toFixed(2)} ns`));
  const steps = make("details", {}, make("summary", {}, `${path.steps.length} steps`), make("table", {}, body));
  return [
    make("h3", {}, `Slowest path: ${path.total.toFixed(2)} ns`), bar, key,
    make("p", { className: "quiet" }, `From ${path.from} to ${path.to}, in the median placement.`), steps,
  ];
}

function commandOf(line) {
  const copy = make("button", { type: "button" }, "Copy");
  copy.addEventListener("click", () => {
    const chosen = getSelection();
    chosen.selectAllChildren(text);
    copy.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  });
  const text = make("code", { id: "command" }, line);
  return make("pre", {}, text, copy);
}

start();
