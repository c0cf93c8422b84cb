"""How the report looks on a screen, on a phone and on paper."""

STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1a1a1a;
background:#fff;max-width:74rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
header p{margin:.1rem 0 .8rem;color:#555}
p,ul,dl,pre,.answers,.verdict,figcaption{max-width:62rem}
h1{font-size:1.6rem;line-height:1.2;margin:0}
h2{font-size:1.25rem;margin:2.2rem 0 .5rem;border-bottom:1px solid #ddd;padding-bottom:.2rem}
h3{font-size:1.05rem;margin:1.5rem 0 .3rem}
.answers{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}
.answers div{background:#f2f6fb;border-left:4px solid #0072b2;padding:.5rem .9rem}
.answers h2{font-size:1rem;margin:0;border:0;padding:0;color:#0a4a75}
.answers p{margin:.15rem 0 0}
.answers div:first-child p{font-weight:600}
.verdict{font-weight:600;border-left:4px solid #0072b2;padding:.3rem .9rem}
nav{margin:1.2rem 0 0;font-size:.9rem;line-height:2}
nav a{display:inline-block;margin-right:.9rem}
a{color:#0a4a75}
.wide{overflow-x:auto;max-width:100%;margin:.6rem 0}
.hint{display:none;margin:0 0 .6rem;font-size:.85rem;color:#0a4a75}
.always{display:block}
.wide:focus-visible{outline:2px solid #0072b2}
table{border-collapse:collapse;font-size:.88rem;overflow-wrap:normal}
caption{text-align:left;color:#555;padding:.2rem 0;caption-side:top}
th,td{padding:.25rem .6rem;border-bottom:1px solid #ddd;vertical-align:top;text-align:left}
td{font-variant-numeric:tabular-nums}
thead th{background:#f2f2f2}
tbody th{font-weight:500;min-width:5.5rem}
figure{margin:1rem 0}
figure img{max-width:100%;height:auto;display:block}
figcaption{font-size:.9rem;color:#555}
summary{cursor:pointer;color:#0a4a75;margin:.6rem 0}
dt{font-weight:600;margin-top:.6rem}dd{margin:0 0 0 1rem}
pre{white-space:pre-wrap;background:#f5f5f5;padding:.6rem .8rem;font-size:.85rem}
.absent{background:#fff6e0;padding:.5rem .9rem}
@media (max-width:40rem){
body{font-size:15px;line-height:1.4;padding:.7rem}
h1{font-size:1.3rem}header p{margin-bottom:.5rem}
.hint{display:block}
thead th{white-space:normal!important}
.answers{grid-template-columns:1fr;gap:.4rem}
.answers p{font-size:.95em;line-height:1.35}
.answers div{padding:.3rem .6rem}
}
@media print{
@page{margin:1.6cm}
body{max-width:none;padding:0;font-size:10.5pt}
nav,.hint{display:none!important}
.wide{overflow:visible}
.wide img{min-width:0!important;max-height:11.5cm;width:auto}
table{font-size:7.5pt;line-height:1.3;overflow-wrap:break-word}
th,td{white-space:normal!important;min-width:0!important;padding:.1rem .25rem}
thead{display:table-header-group}
tr,figure,.short,.answers div,pre{break-inside:avoid}
h2,h3,dt,caption{break-after:avoid}
.answers div,thead th,pre{background:none}
a{color:inherit;text-decoration:none}
}
"""
