"""How the report looks: on a screen by day and by night, on a phone, and on paper."""

from __future__ import annotations

from dataclasses import replace

from jointstats.presentation.plot.themes import COLOUR, DARK, Look


def _of_figures(look: Look) -> str:
    """The colours of a theme of the figures, by role."""
    pairs = {name: getattr(look, name) for name in ("better", "worse", "trade", "equal")}
    said = {name: shown for name, (shown, _) in pairs.items()}
    said |= {f"{name}-pale": pale for name, (_, pale) in pairs.items()}
    said |= {name: getattr(look, name) for name in ("open", "ink", "quiet", "line", "paper")}
    return "".join(f"--{name}:{colour};" for name, colour in said.items())


# By night what words stand on is darker than in figures of that theme: light words stay readable.
NIGHT = replace(
    DARK, worse=("#8f6200", DARK.worse[1]), trade=("#9c4f7b", DARK.trade[1]),
    equal=("#00734f", DARK.equal[1]),
)  # fmt: skip
LIGHT_PAGE = (
    f"{_of_figures(COLOUR)}--rule:#d5d9de;--soft:#f2f5f9;--link:#0a4a75;--on-better:#fff;"
    "--on-worse:#000;--caution:#fff6e0"
)
DARK_PAGE = (
    f"{_of_figures(NIGHT)}--rule:#3a4149;--soft:#20252b;--link:#8cc8f0;--on-better:#000;"
    "--on-worse:#fff;--caution:#3d3214"
)

STYLE = (
    f"""
:root{{color-scheme:light;{LIGHT_PAGE}}}
:root[data-theme=dark]{{color-scheme:dark;{DARK_PAGE}}}
@media screen and (prefers-color-scheme:dark){{
:root:not([data-theme]){{color-scheme:dark;{DARK_PAGE}}}}}
"""
    + """
*{box-sizing:border-box}
body{font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:var(--ink);
background:var(--paper);max-width:78rem;margin:0 auto;padding:.8rem 1rem;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline}
header p{margin:0;color:var(--quiet);flex:1 1 15rem}
h1{font-size:1.35rem;line-height:1.2;margin:0}
h2{font-size:1.1rem;margin:0}h3{font-size:1rem;margin:1.2rem 0 .3rem}
p,ul,dl,pre,figcaption{max-width:62rem}
.verdict{font-size:1.15rem;font-weight:600;margin:.5rem 0}
.first{display:grid;grid-template-columns:minmax(0,1fr);gap:.6rem 1.2rem}
.answers{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;align-content:start}
.answers div{background:var(--soft);border-left:4px solid var(--better);padding:.35rem .7rem}
.answers h2{font-size:.92rem;color:var(--link)}
.answers p{margin:.05rem 0 0;font-size:.92rem;line-height:1.38}
a{color:var(--link)}
button,select{font:inherit;font-size:.82rem;color:var(--link);background:var(--paper);
border:1px solid var(--rule);border-radius:4px;padding:.15rem .5rem;min-height:1.8rem}
button{cursor:pointer}
th button{border:0;background:none;padding:0;min-height:1.5rem;color:inherit;font-weight:inherit;
text-align:inherit;white-space:inherit}
.bar{display:flex;flex-wrap:wrap;gap:.3rem .6rem;align-items:center;margin:.3rem 0;
font-size:.82rem;color:var(--quiet)}
.wide{overflow-x:auto;max-width:100%;margin:.4rem 0}
.tall{max-height:36rem;overflow:auto}
.tall thead{position:sticky;top:0;z-index:2}
.wide:focus-visible,td:focus-visible,summary:focus-visible{outline:2px solid var(--better);
outline-offset:1px}
table{border-collapse:separate;border-spacing:0;font-size:.85rem;overflow-wrap:normal}
caption{text-align:left;color:var(--quiet);padding:.2rem 0;caption-side:top}
th,td{padding:.2rem .55rem;border-bottom:1px solid var(--rule);vertical-align:top;text-align:left}
td{font-variant-numeric:tabular-nums}
thead th{background:var(--soft)}
th[scope=colgroup]{border-left:1px solid var(--rule)}
tbody th{font-weight:500;min-width:5.5rem}
thead tr:first-child th:first-child,tbody th{position:sticky;left:0;z-index:1}
tbody th{background:var(--paper)}
.r,.n{white-space:nowrap}.r{text-align:right}.s{min-width:15rem}
.note{font-size:.85rem;color:var(--quiet);margin:.2rem 0}
figure{margin:.2rem 0}
figure svg{max-width:100%;height:auto;display:block;fill:var(--ink)}
.title{font-weight:600;margin:.6rem 0 .2rem}
figcaption{font-size:.85rem;color:var(--quiet)}
details{border-top:1px solid var(--rule)}
summary{cursor:pointer;padding:.5rem 0;color:var(--link)}
summary h2{display:inline}
details details{border:0}
.part{padding:0 0 .8rem}
dt{font-weight:600;margin-top:.5rem}dd{margin:0 0 0 1rem}
pre{white-space:pre-wrap;background:var(--soft);padding:.6rem .8rem;font-size:.85rem}
.absent{background:var(--caution);padding:.4rem .8rem}
@media (min-width:64rem){
.first.many{grid-template-columns:minmax(0,43rem) minmax(0,1fr)}
.first.many figure{order:-1}
.first.many .answers{grid-template-columns:1fr}
}
@media (max-width:40rem){
body{font-size:15px;line-height:1.38;padding:.6rem}
h1{font-size:1.15rem}
header p{font-size:.85rem}
.verdict{font-size:1rem;margin:.3rem 0}
.answers{grid-template-columns:1fr;gap:.35rem}
.answers p{font-size:.87rem;line-height:1.3}
.answers div{padding:.25rem .6rem}
figure svg{min-width:34rem}
}
@media print{
@page{margin:1.5cm}
@page across{size:A4 landscape}
.across{page:across}.across table{zoom:var(--fit)}
body{max-width:none;padding:0;font-size:10pt}
.bar,button{display:none!important}
.wide{overflow:visible;max-height:none}
figure svg{min-width:0!important;max-height:12cm}
table{font-size:7.5pt;line-height:1.3;overflow-wrap:break-word}
th,td{white-space:normal!important;min-width:0!important;padding:.1rem .25rem;
position:static!important}
thead{display:table-header-group}
tr,figure,.short,.answers div,pre{break-inside:avoid}
h2,h3,dt,caption,summary{break-after:avoid}
td,th{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a,summary{color:inherit;text-decoration:none}
}
"""
)
