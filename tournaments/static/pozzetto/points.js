// How the field writes its figures, for the pages that reckon before the server answers. The server has
// the last word: scoring/typed.py, scoring/victory_points.py and scoring/hand.py say the same.
"use strict";
const Points = (() => {
  const PLAIN = /^[0-9]{1,9}$/;
  const GROUPED = /^[1-9][0-9]{0,2}([.,'\u2019 \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})?$/;
  const SIGNS = "-\u2212\u2013";

  // The points in a cell: a number, null where nothing was typed, undefined where it is no number of points.
  function read(text) {
    const written = text.trim();
    if (!written) return null;
    const negative = SIGNS.includes(written[0]);
    const figures = negative || written[0] === "+" ? written.slice(1).trim() : written;
    if (!PLAIN.test(figures) && !GROUPED.test(figures)) return undefined;
    const value = Number(figures.replace(/[^0-9]/g, ""));
    return negative && value ? -value : value;
  }

  function write(value, separator) {
    if (value === null || value === undefined) return "";
    const grouped = String(Math.abs(value)).replace(/\B(?=([0-9]{3})+$)/g, separator);
    return value < 0 ? "\u2212" + grouped : grouped;
  }

  // VP of North-South and East-West: half the maximum plus the bounds strictly below the difference.
  function award(bounds, maximum, ns, ew) {
    const difference = Math.abs(ns - ew);
    const winner = maximum / 2 + bounds.filter((bound) => bound < difference).length;
    return ns >= ew ? [winner, maximum - winner] : [maximum - winner, winner];
  }

  // MP of a hand from its components, {ns: {clean, semi_clean, dirty, closed, took_pozzetto, melded, left}, ew}.
  function hand(lines, pays) {
    const excused = pays.excused && !lines.ns.took_pozzetto && !lines.ew.took_pozzetto;
    return [lines.ns, lines.ew].map((line) =>
      pays.clean * line.clean + pays.semi_clean * line.semi_clean + pays.dirty * line.dirty
      + (line.closed ? pays.closed : 0) - (line.took_pozzetto || excused ? 0 : pays.no_pozzetto)
      + line.melded - line.left);
  }

  return { read, write, award, hand };
})();
