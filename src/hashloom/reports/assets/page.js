// What the page knows, what is asked for, and what follows from it.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const rows = data.rows;
rows.forEach((row, number) => {
  row.number = number;
  row.others = row.origin !== "measured";
  row.words = [row.core, row.hash, row.level, row.target, row.source].join(" ").toLowerCase().replace(/[-_]+/g, " ");
});

const measured = rows.filter((row) => !row.others);
const distinct = (list) => [...new Set(list)];
const hashes = distinct(rows.map((row) => row.hash));
const targets = distinct(measured.map((row) => row.target)).sort();
const levels = data.levels;
const grouped = new Intl.NumberFormat("en", { useGrouping: true, maximumFractionDigits: 1 });
const spoken = (value) => grouped.format(value).replaceAll(",", "\u202f");

let sorting = { column: "aggregate", down: true };
let picked = null;

// An element with properties and children; strings become text.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "style") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// What is packed in the page, as text.
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  byId(id).remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

function fillSelect(id, list) {
  for (const name of list) byId(id).append(new Option(name, name));
}

function asked() {
  const number = (id) => (byId(id).value === "" ? null : Number(byId(id).value));
  return {
    target: byId("target").value,
    hash: byId("hash").value,
    level: byId("level").value,
    least: number("least"),
    most: number("most"),
    words: byId("text").value.toLowerCase().replace(/[-_]+/g, " ").split(/\s+/).filter(Boolean),
    front: byId("front").checked,
    others: byId("others").checked,
  };
}

// The figures by which a row is judged where it has two.
const fastest = (row) => Math.max(row.aggregate ?? 0, row.single ?? 0);

// Cores of others pass every device: they are there to be compared with.
function passes(row, wish) {
  if (wish.hash && row.hash !== wish.hash) return false;
  if (wish.level && row.level !== wish.level) return false;
  if (row.others ? !wish.others : wish.target && row.target !== wish.target) return false;
  if (wish.least !== null && fastest(row) < wish.least) return false;
  if (wish.most !== null && !(row.lut <= wish.most)) return false;
  if (wish.front && !row.others && !row.fronts.length) return false;
  return wish.words.every((word) => row.words.includes(word));
}

// Once a frame at most; the plots follow when the table is on the screen.
let waiting = false;
function update() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const wish = asked();
    const shown = rows.filter((row) => passes(row, wish));
    showTable(shown);
    showConditions(shown.filter((row) => !row.others));
    showPlots(shown, wish);
  });
}

// No figure without its device, tools, seeds and level.
function showConditions(shown) {
  const list = (name) => distinct(shown.map((row) => row[name])).sort().join(", ");
  const tools = distinct(shown.map((row) => row.tools)).flatMap((set) => data.tools[set]);
  byId("conditions").textContent = shown.length
    ? `Measured on ${list("target")}; levels: ${list("level")}; median of ` +
      `${list("seeds").replace(", ", " or ")} placements; ${distinct(tools).sort().join(", ")}.`
    : "Nothing measured is in view.";
}

// Dark and light: as the system has it until the button is used.
const dark = matchMedia("(prefers-color-scheme: dark)");
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}
function showTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  byId("theme").setAttribute("aria-pressed", String(isDark()));
  paintPlots();
}
byId("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
});
dark.addEventListener("change", showTheme);

function start() {
  fillSelect("target", targets);
  fillSelect("hash", hashes);
  fillSelect("level", levels.filter((level) => rows.some((row) => row.level === level)));
  const filters = byId("filters");
  const begin = () => {
    // Devices are not comparable: the one with most points comes first.
    const count = (target) => measured.filter((row) => row.target === target).length;
    byId("target").value = [...targets].sort((a, b) => count(b) - count(a))[0] ?? "";
  };
  begin();
  filters.addEventListener("input", update);
  filters.addEventListener("reset", () => setTimeout(update));
  data.tools.forEach((set) => byId("tools").append(make("li", {}, set.join(", "))));
  buildHead();
  showTheme();
  update();
  loadPlots();
}
