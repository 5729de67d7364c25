/** The payment page's look, as far as a purchase needs it; in a layer, which comes first, so that the controls of a live page keep theirs. */
export const purchaseStyles = `
@layer theme,base,purchase,components,utilities;
@layer purchase{
*{box-sizing:border-box;margin:0}
:root{color-scheme:light dark;--page:#f5f5f7;--surface:#fff;--ink:#18181b;--muted:#585863;--line:#e2e2e8;--tint:#f5f5f7;--success:#15803d;--danger:#b3261e;--edge-quiet:#8b8b96}
@media (prefers-color-scheme:dark){:root{--page:#131316;--surface:#1f1f23;--ink:#f4f4f5;--muted:#a9a9b4;--line:#35353c;--tint:#2a2a30;--success:#4ade80;--danger:#ff9d94;--edge-quiet:#77777f}}
body{background:var(--page);color:var(--ink);font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem;display:grid;gap:1.25rem}
@media (min-width:40rem){main{padding-top:3.5rem}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1,h2,p,dt,li>span{unicode-bidi:plaintext}
h1{font-size:1.75rem;text-wrap:balance;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1.125rem;line-height:1.4}
h1,h2,h3{font-weight:700}
p,li,dt{overflow-wrap:anywhere}
.muted{color:var(--muted)}
.small{font-size:.875rem}
.lead{display:grid;gap:.375rem}
.badge{justify-self:start;padding:.125rem .75rem;border-radius:1rem;background:var(--surface);border:1px solid var(--line);font-size:.875rem;font-weight:600}
.badge-success{color:var(--success)}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;display:grid;gap:1rem;box-shadow:0 1px 2px #0000000a,0 12px 32px -16px #0000001f}
@media (min-width:40rem){.panel{padding:1.75rem}}
.message{white-space:pre-line}
dl{display:grid;gap:.5rem}
dl div{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
dd{white-space:nowrap;font-variant-numeric:tabular-nums}
.total{border-top:1px solid var(--line);padding-top:.75rem;font-size:1.125rem;font-weight:600}
ul{list-style:none;padding:0;display:grid;gap:.75rem}
li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--tint)}
li>span{min-width:0;flex:1 1 9rem;display:grid}
.button{display:inline-flex;min-height:2.75rem;align-items:center;padding:0 1.25rem;border-radius:.625rem;border:1px solid var(--edge);background:var(--theme);color:var(--on-theme);font-weight:600;text-decoration:none}
.button:hover{filter:brightness(1.08)}
a.link{color:var(--accent);text-decoration:underline;text-underline-offset:2px}
.heading{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem}
h3{font-size:.9375rem}
.badge-danger{color:var(--danger)}
.plan{list-style:none;padding:0;margin-top:.5rem;display:grid}
.plan li{position:relative;padding:.25rem 0 .25rem 1.5rem;background:none;border-radius:0;flex-wrap:nowrap}
.plan li::before{content:'';position:absolute;left:.125rem;top:.75rem;width:.625rem;height:.625rem;border:2px solid var(--accent);border-radius:50%;background:var(--surface)}
.plan li:not(:last-child)::after{content:'';position:absolute;left:.375rem;top:1.375rem;bottom:-.75rem;width:2px;background:var(--line)}
.plan .muted::before{border-color:var(--line)}
.plan b{font-weight:400;font-variant-numeric:tabular-nums}
#subscription-actions:empty{display:none}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem}
.added{display:grid;gap:.75rem}
.added+.added{border-top:1px solid var(--line);padding-top:1rem}
.added form{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem}
.added button,.details button{min-height:2.75rem;padding:0 1.25rem;border-radius:.625rem;border:1px solid var(--edge-quiet);background:none;color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
.added button:hover,.details button:hover{background:var(--tint)}
address{font-style:normal;display:grid}
address span{overflow-wrap:anywhere}
.details summary{color:var(--accent);cursor:pointer;padding:.25rem 0;justify-self:start}
.details form{display:grid;gap:1rem;margin-top:.75rem}
@media (min-width:40rem){.details form{grid-template-columns:1fr 1fr}.details form>:not(:nth-child(4)):not(:nth-child(5)){grid-column:1/-1}}
.details form div{display:grid;gap:.25rem;min-width:0}
.details label{font-weight:500}
.details input,.details select{width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--edge-quiet);border-radius:.625rem;background:var(--surface);color:inherit;font:inherit}
.details select{appearance:none;padding-right:2.5rem;background:var(--surface) url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='8' fill='none' stroke='%2385858f' stroke-width='2'%3E%3Cpath d='m1 1 5 5 5-5'/%3E%3C/svg%3E") no-repeat right .875rem center}
.details button{justify-self:start}
@media print{.button,.added form,.details details,#subscription-actions{display:none}.panel{box-shadow:none}}
}
`
