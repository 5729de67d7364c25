/**
 * The style rules of a page's blocks, which only pages with blocks have. On a wide screen, the blocks are below the
 * product's details, next to the payment; on others, they are below the payment.
 */
export const blockStyle = `@layer components{
.blocks{order:2;display:grid;gap:2.5rem;min-width:0;align-content:start;padding:.5rem 1rem 2rem;line-height:1.6;overflow-wrap:anywhere}
.layout:has([data-paid])>.blocks{display:none}
@media (width>=40rem){.blocks{padding-inline:0}}
@media (width>=64rem){.layout:has(>.blocks){grid-template-rows:auto 1fr}.layout:has(>.blocks)>article{position:static}.layout>.blocks{grid-area:2/1;padding-top:0}.layout:has(>.blocks)>.panel{grid-area:1/2/3}}
.blocks>section{display:grid;gap:1rem;min-width:0}
.blocks h2{margin:0;font-size:1.25rem;line-height:1.35;font-weight:600;letter-spacing:-.01em;text-wrap:balance}
.blocks ul:not(.b-words ul){display:grid;gap:.75rem;margin:0;padding:0;list-style:none}
.b-words{color:var(--muted)}
.b-words>div{display:grid;gap:.75rem}
.b-inside{padding:1.25rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.b-inside li{display:flex;gap:.75rem;align-items:start}
.b-inside svg{flex:none;width:1.375rem;height:1.375rem;margin-top:.125rem;fill:color-mix(in srgb,var(--accent) 14%,transparent)}
.b-inside path,.b-faq path{fill:none;stroke:var(--accent);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.b-inside span,.b-faq summary span{min-width:0;unicode-bidi:plaintext}
.b-list{overflow:hidden;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.b-faq details+details{border-top:1px solid var(--line)}
.b-faq summary{display:flex;gap:1rem;align-items:center;justify-content:space-between;min-height:3.25rem;padding:.75rem 1.25rem;font-weight:500;cursor:pointer;list-style:none;outline-offset:-2px}
.b-faq summary::-webkit-details-marker{display:none}
.b-faq summary:hover{background:var(--tint)}
.b-faq svg{flex:none;width:1.25rem;height:1.25rem}
.b-faq [open] svg{rotate:180deg}
.b-faq .b-words{padding:0 1.25rem 1.25rem}
.b-quotes{display:grid;gap:1rem}
.b-quotes figure{display:grid;gap:.75rem;margin:0;padding:1.25rem 1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.b-quotes blockquote{margin:0}
.b-quotes .b-words{color:inherit}
.b-quotes figcaption{display:flex;gap:.75rem;align-items:center;font-size:.875rem;font-weight:600}
.b-quotes img,.b-person img{flex:none;border-radius:50%;object-fit:cover;background:var(--line)}
.b-quotes img{width:2.5rem;height:2.5rem}
.b-note{margin:0;color:var(--muted);font-size:.8125rem}
.b-person:has(img){grid-template-columns:auto minmax(0,1fr);column-gap:1.25rem}
.b-person img{width:5rem;height:5rem}
.b-person>div{display:grid;gap:.25rem;min-width:0}
.b-picture figure{display:grid;gap:.625rem;margin:0}
.b-picture figcaption{font-size:.875rem}
.b-logos h2{color:var(--muted);font-size:.875rem;font-weight:500;letter-spacing:0}
.blocks .b-logos ul{grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;align-items:center}
.b-logos img{width:100%;height:3.5rem;object-fit:contain}
.b-pay{justify-self:start;padding:.5rem 1.25rem}
@media (width<24rem){.b-person:has(img){grid-template-columns:minmax(0,1fr)}.blocks .b-logos ul{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (forced-colors:active){.b-inside path,.b-faq path{stroke:CanvasText}}
@media print{.b-pay{display:none}.b-faq details::details-content{content-visibility:visible;block-size:auto}.blocks figure,.b-faq details,.b-inside li{break-inside:avoid}}
}`
