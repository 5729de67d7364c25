import type { FurtherPicture, PictureFocus } from '#foundation/db/tables/products.ts'

type Pictures = {
  readonly imageFocus: PictureFocus
  readonly pictures?: readonly FurtherPicture[]
}

/**
 * The style rules for the pictures on a page: which section of each is visible, if not the middle, and the
 * gallery if there are several. The page's security policy allows no style attributes.
 */
export function pictureStyle({ imageFocus, pictures = [] }: Pictures): string {
  const parts = [imageFocus, ...pictures.map(({ focus }) => focus)].map(({ x, y }, place) =>
    x === 50 && y === 50 ? '' : `[data-picture="${place}"]{object-position:${x}% ${y}%}`,
  )
  return parts.join('') + (pictures.length === 0 ? '' : galleryStyle(pictures.length + 1))
}

/** In browsers that support it, the frame around the visible picture's thumbnail follows the scrolling. */
function galleryStyle(count: number): string {
  const places = Array.from({ length: count }, (_, place) => place + 1)
  const marks = places.map(
    (place) =>
      `.slides>:nth-child(${place}){view-timeline:--p${place} x}.thumbs>:nth-child(${place}){animation-timeline:--p${place}}`,
  )
  return `.gallery{display:grid;gap:.5rem;min-width:0}
.slides{display:grid;grid:auto/auto-flow 100%;gap:.5rem;align-items:start;overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x mandatory;scrollbar-width:none;border-radius:.75rem}
.slides>*{min-width:0;scroll-snap-align:start}
.thumbs{display:flex;flex-wrap:wrap;gap:.5rem}
.thumbs button{width:4rem;height:4rem;overflow:hidden;border:2px solid transparent;border-radius:.625rem;cursor:pointer}
.thumbs img{width:100%;height:100%;border-radius:.5rem;object-fit:cover;background:var(--line)}
@media (scripting:none){.thumbs{display:none}}
@media (prefers-reduced-motion:no-preference){.slides{scroll-behavior:smooth}}
@supports (timeline-scope:--p1){.gallery{timeline-scope:${places.map((place) => `--p${place}`).join()}}.thumbs>*{animation:shown linear both}${marks.join('')}}
@keyframes shown{0%,100%{border-color:transparent}50%{border-color:var(--accent)}}`
}
