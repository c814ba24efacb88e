// Area against throughput, a plot for each pair of them; drawn by plotly.js, which the page carries.

const PLOTS = {
  single: { area: "lut", speed: "single", axis: "look-up tables", words: "one message" },
  aggregate: { area: "lut", speed: "aggregate", axis: "look-up tables", words: "all messages" },
  device: { area: "share", speed: "aggregate", axis: "% of the device", words: "all messages" },
};
const SYMBOLS = ["square", "circle", "triangle-up", "pentagon", "star"];  // of the levels
const symbolOf = (level) => SYMBOLS[levels.indexOf(level)];
const COARSE = matchMedia("(pointer: coarse)").matches;
let ready = false;
let last = null;

// A browser that cannot unpack plotly.js still has the table.
async function loadPlots() {
  try {
    document.head.append(make("script", { textContent: await unpack("plotly") }));
    ready = true;
    update();
  } catch (error) {
    byId("single").textContent = `This browser cannot draw the plots (${error.message}); the table below has all of it.`;
  }
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Colours tell hashes, or devices where several are in view.
function keyOf(wish) {
  const byTarget = !wish.target && targets.length > 1;
  const names = byTarget ? targets : hashes;
  return { name: byTarget ? "target" : "hash", names, of: (value) => colour(`--c${names.indexOf(value) % 10}`) };
}

function hoverOf(row) {
  const area = row.bound ? `${row.area}, at most ${spoken(row.lut)} LUT` : (row.area ?? `${spoken(row.lut)} LUT`);
  const made = row.others ? row.origin : `${row.mhz} MHz, median of ${row.seeds}`;
  return `<b>${row.core}</b><br>${row.target}, ${row.level}, ${made}<br>${area}` + (row.bram ? `, ${row.bram} block RAM` : "");
}

function marks(list, plot, extra) {
  return {
    type: "scatter", mode: "markers", hovertemplate: "%{hovertext}<extra></extra>", hoverlabel: { align: "left" },
    x: list.map((row) => row[PLOTS[plot].area]), y: list.map((row) => row[PLOTS[plot].speed]),
    customdata: list.map((row) => row.number),
    hovertext: list.map((row) => `${hoverOf(row)}<br>${spoken(Math.round(row[PLOTS[plot].speed]))} Mbit/s, ${PLOTS[plot].words}`),
    ...extra,
  };
}

// The fronts of one colour: steps from core to core, broken between groups.
function frontsOf(list, plot, shade) {
  const line = { x: [], y: [] }, { area, speed } = PLOTS[plot];
  for (const group of distinct(list.map((row) => `${row.target} ${row.hash} ${row.level}`))) {
    const members = list
      .filter((row) => `${row.target} ${row.hash} ${row.level}` === group && row.fronts.includes(plot))
      .sort((a, b) => a[area] - b[area]);
    line.x.push(...members.map((row) => row[area]), null);
    line.y.push(...members.map((row) => row[speed]), null);
  }
  return { ...line, type: "scatter", mode: "lines", hoverinfo: "skip", line: { shape: "hv", width: 1.25, color: shade }, opacity: 0.75 };
}

function tracesOf(shown, plot, wish) {
  const known = shown.filter((row) => row[PLOTS[plot].area] && row[PLOTS[plot].speed]);
  const key = keyOf(wish);
  const traces = [];
  const others = known.filter((row) => row.others);
  for (const origin of ["published", "public"]) {
    const list = others.filter((row) => row.origin === origin);
    traces.push(marks(list, plot, {
      marker: {
        symbol: list.map((row) => (row.bound ? "arrow-bar-left-open" : origin === "public" ? "diamond" : "diamond-open")),
        size: origin === "public" ? 9 : 8, color: colour(origin === "public" ? "--ink" : "--published"), opacity: origin === "public" ? 0.9 : 0.65, line: { width: 1 },
      },
    }));
  }
  for (const value of key.names) {
    const list = known.filter((row) => !row.others && row[key.name] === value);
    if (!list.length) continue;
    const shade = key.of(value);
    traces.push(frontsOf(list, plot, shade));
    traces.push(marks(list, plot, {
      marker: { symbol: list.map((row) => symbolOf(row.level) + (row.bram ? "-open" : "")), size: 8, color: shade, line: { width: 1.25, color: shade } },
    }));
  }
  const chosen = known.filter((row) => row === picked);
  traces.push(marks(chosen, plot, { hoverinfo: "skip", hovertemplate: null, marker: { symbol: "circle-open", size: 18, color: colour("--ink"), line: { width: 2 } } }));
  return traces;
}

// Ticks at 1, 2 and 5 times powers of ten.
const TICKS = [-1, 0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));
const tickText = (value) => (value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(1))));

// Plots of one area have the same axes, so that they can be compared; what was enlarged stays so
// until something else is asked for.
function layoutOf(plot, shown, wish) {
  const axis = (name, values) => {
    const found = values.filter((value) => value > 0);
    const low = Math.log10(Math.min(...found)), high = Math.log10(Math.max(...found));
    const room = Math.max(0.05 * (high - low), 0.06);
    return {
      title: { text: name, standoff: 8 }, type: "log", range: found.length ? [low - room, high + room] : [2, 4],
      tickvals: TICKS, ticktext: TICKS.map(tickText), gridcolor: colour("--grid"), linecolor: colour("--line"),
      zeroline: false, fixedrange: COARSE,
    };
  };
  const { area, axis: name } = PLOTS[plot];
  const known = shown.filter((row) => row[area]);
  return {
    uirevision: JSON.stringify(wish),
    font: { family: "system-ui, sans-serif", size: 12, color: colour("--quiet") },
    paper_bgcolor: "transparent", plot_bgcolor: "transparent", showlegend: false, hovermode: "closest",
    dragmode: COARSE ? false : "zoom", margin: { l: 52, r: 8, t: 8, b: 44 },
    hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--line"), font: { color: colour("--ink") } },
    xaxis: axis(name, known.map((row) => row[area])),
    yaxis: axis("Mbit/s", known.flatMap((row) => [row.single, row.aggregate])),
  };
}

const CONFIG = { responsive: true, displaylogo: false, displayModeBar: false, doubleClick: "reset" };

// Each plot is a task of its own, so that nothing waits for all; only the newest wish is drawn.
function showPlots(shown, wish) {
  const newest = (last = { shown, wish });
  showKey(shown, wish);
  if (!ready) return;
  for (const plot of Object.keys(PLOTS)) setTimeout(() => newest === last && drawPlot(plot, shown, wish));
}

function drawPlot(plot, shown, wish) {
  const place = byId(plot), first = !place.data;
  Plotly.react(place, tracesOf(shown, plot, wish), layoutOf(plot, shown, wish), CONFIG);
  if (first) place.on("plotly_click", (event) => openDetail(rows[event.points[0].customdata]));
}

function paintPlots() {
  if (last) showPlots(last.shown, last.wish);
}

const SHAPES = {
  square: '<rect x="2" y="2" width="8" height="8"/>',
  circle: '<circle cx="6" cy="6" r="4.3"/>',
  "triangle-up": '<path d="M6 1.5L10.8 10H1.2z"/>',
  diamond: '<path d="M6 1L11 6L6 11L1 6z"/>',
  bound: '<path d="M1 6L8 2V10zM10.5 2V10"/>',
  front: '<path d="M1 10H6V3H11" fill="none"/>',
};

function keyEntry(shape, fill, stroke, words) {
  const span = make("span");
  span.innerHTML = `<svg width="12" height="12" fill="${fill}" stroke="${stroke}" stroke-width="1.3" aria-hidden="true">${SHAPES[shape]}</svg>`;
  span.append(words);
  return span;
}

// What colours and marks mean, of what is in view.
function showKey(shown, wish) {
  const key = keyOf(wish), own = shown.filter((row) => !row.others);
  const publicTarget = rows.find((row) => row.origin === "public")?.target;
  const has = (name, value) => shown.some((row) => row[name] === value);
  const entries = key.names.filter((value) => own.some((row) => row[key.name] === value))
    .map((value) => keyEntry("circle", key.of(value), key.of(value), value));
  for (const level of levels) {
    if (own.some((row) => row.level === level)) entries.push(keyEntry(symbolOf(level), "currentColor", "currentColor", `${level}`));
  }
  if (own.some((row) => row.bram)) entries.push(keyEntry("circle", "none", "currentColor", "hollow: with block RAM"));
  if (own.some((row) => row.fronts.length)) entries.push(keyEntry("front", "none", "currentColor", "front of a hash and level"));
  if (has("origin", "public")) entries.push(keyEntry("diamond", "currentColor", "currentColor", `public core, measured on ${publicTarget}`));
  if (has("origin", "published")) entries.push(keyEntry("diamond", "none", "var(--published)", "published, other devices"));
  if (has("bound", true)) entries.push(keyEntry("bound", "none", "var(--published)", "the same, at most so many LUTs"));
  byId("key").replaceChildren(...entries);
}
