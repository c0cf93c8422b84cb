// Four counts of two algorithms on two measures: the p-value of each meaning of "better", and the state of the pair.
// No ties and no ropes, so every data set has one of four outcomes. The rules are those of `compare_algorithms`.
"use strict";

(() => {
  const ALPHA = 0.05;

  // P(Bin(yes + no, 1/2) >= yes), by terms from the largest on.
  function tail(yes, no) {
    const n = yes + no;
    let term = 0.5 ** n, sum = 0;
    for (let k = 0; k <= n; k += 1) {
      if (k >= yes) sum += term;
      term *= (n - k) / (k + 1);
    }
    return Math.min(1, sum);
  }

  // The largest p-value of a sign test with k votes that is at most s, or less than s; 0 if there is none.
  function size(k, s, less) {
    let term = 0.5 ** k, sum = 0, largest = 0;
    for (let yes = k; yes >= 0; yes -= 1) {
      sum += term;
      if (less ? sum >= s - 1e-12 : sum > s + 1e-12) break;
      largest = sum;
      term *= yes / (k - yes + 1);
    }
    return largest;
  }

  // How often a chain of false claims errs that is tested at s. If data sets need not vote, the worst share that does.
  function cost(chain, n, s, less) {
    if (chain.weight === 1) return size(n, s, less);
    const sizes = Array.from({ length: n + 1 }, (_, k) => size(k, s, less));
    let worst = sizes[n];
    for (let q = 0.005; q < 1; q += 0.005) {
      let term = (1 - q) ** n, sum = 0;
      for (let k = 0; k <= n; k += 1) {
        sum += term * sizes[k];
        term *= ((n - k) / (k + 1)) * (q / (1 - q));
      }
      worst = Math.max(worst, sum);
    }
    return worst;
  }

  // The claims of one side, from weak to strong in each chain; what favours B is the same of the counts turned round.
  function chains([both, first, second, neither]) {
    const n = both + first + second + neither;
    return {
      first: { weight: 1, p: [tail(both + first, n - both - first)] },
      second: { weight: 1, p: [tail(both + second, n - both - second)] },
      joint: { weight: 2, p: [tail(both, neither), tail(both, n - both)] },
    };
  }

  // Claims in the order of p / weight are shown while the chains that are not finished err together with alpha at most.
  function show(all, n) {
    const claims = all.flatMap((chain) => chain.p.map((p, i) => ({ chain, i, x: p / chain.weight })));
    claims.sort((a, b) => a.x - b.x || a.chain.weight - b.chain.weight);
    for (const chain of all) chain.shown = chain.p.map(() => false);
    for (const { chain, i, x } of claims) {
      const open = all.filter((each) => !each.shown.at(-1));
      const errs = open.reduce((sum, each) => sum + cost(each, n, each.weight * x, each.weight > chain.weight), 0);
      if (errs > ALPHA + 1e-12) break;
      chain.shown[i] = true;
    }
  }

  function state(counts) {
    const turned = [...counts].reverse();
    const sides = [chains(counts), chains(turned)];
    show(sides.flatMap((side) => Object.values(side)), counts.reduce((sum, count) => sum + count, 0));
    const wins = ([both, first, second]) => [both + first, both + second];
    const won = [wins(counts), wins(turned)];
    const side = (a) => {
      const own = sides[a], rival = sides[1 - a];
      return {
        better: [own.first.shown[0], own.second.shown[0]],
        joint: own.joint.shown[0],
        ahead: own.first.shown[0] || own.second.shown[0],
        leads: won[a].some((count, j) => count > won[1 - a][j]),
        dominates: (a ? turned : counts)[0] > (a ? counts : turned)[0],
        rivalJoint: rival.joint.shown[0],
      };
    };
    const both = [side(0), side(1)];
    const named = (rule) => ["A", "B"][[0, 1].findIndex((a) => rule(both[a], both[1 - a]))];
    if (both[0].ahead && both[1].ahead) return ["trade-off"];
    const winner = named((own, rival) =>
      (own.better.every(Boolean) && !rival.dominates) ||
      (own.joint && !rival.ahead && !rival.leads && !rival.dominates));
    if (winner) return ["win", winner];
    const ahead = named((own, rival) => own.ahead && !rival.leads && !rival.joint);
    if (ahead) return ["ahead", ahead];
    if (both[0].ahead || both[1].ahead) return ["possible trade-off"];
    const joint = named((own) => own.joint);
    return joint ? ["jointly better", joint] : ["open"];
  }

  function written(p) {
    return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
  }

  // Which data sets vote for the claim (1), against it (-1), or not (0), in the order of the counts.
  const CLAIMS = [
    ["better on the first measure", [1, 1, -1, -1]],
    ["better on the second measure", [1, -1, 1, -1]],
    ["jointly better, more often", [1, 0, 0, -1]],
    ["jointly better, on most", [1, -1, -1, -1]],
  ];

  function draw(page) {
    const sliders = [...page.querySelectorAll("input")];
    const counts = sliders.map((slider) => Number(slider.value));
    sliders.forEach((slider, i) => {
      slider.nextElementSibling.textContent = counts[i];
    });
    page.querySelectorAll("[data-claim]").forEach((row, k) => {
      const votes = CLAIMS[k][1];
      const count = (vote) => counts.reduce((sum, n, i) => sum + (votes[i] === vote ? n : 0), 0);
      const cells = [CLAIMS[k][0], count(1), count(-1), count(0), written(tail(count(1), count(-1)))];
      [...row.cells].forEach((cell, i) => {
        cell.textContent = cells[i];
      });
    });
    const [name, winner] = state(counts);
    page.querySelector("output.pair-state").textContent = winner ? `${name} (${winner})` : name;
  }

  window.votes = { state, tail };
  document.querySelectorAll(".four-counts").forEach((page) => {
    page.addEventListener("input", () => draw(page));
    draw(page);
  });
})();
