import { t } from '#foundation/language/t.ts'
import { escapeHtml, frameDocument } from '#foundation/http/contract/document.ts'
import type { Topic, Found } from './read-topics.ts'

/** The start page, a topic, search results, or "not found". */
export type HelpPage =
  | { readonly kind: 'start' }
  | { readonly kind: 'topic'; readonly topic: Topic }
  | { readonly kind: 'found'; readonly query: string; readonly found: readonly Found[] }
  | { readonly kind: 'none' }

/** The HTML document of a help page, which needs no script. */
export function writeHelpPage(topics: readonly Topic[], page: HelpPage, nonce: string): string {
  const current = page.kind === 'topic' ? page.topic.slug : undefined
  const search = escapeHtml(t('Search help'))
  const body = `<a class="skip" href="#content">${escapeHtml(t('Skip to content'))}</a>
<header><div class="bar"><a class="brand" href="/help"><img src="/favicon.svg" alt="" width="32" height="32">${escapeHtml(t('Tillform Help'))}</a><a href="/">${escapeHtml(t('Open Tillform'))}</a>
<form role="search" action="/help"><input type="search" name="q" aria-label="${search}" placeholder="${search}" maxlength="100" value="${escapeHtml(page.kind === 'found' ? page.query : '')}"><button>${escapeHtml(t('Search'))}</button></form></div></header>
<div class="columns"><nav aria-label="${escapeHtml(t('Help'))}"><ol>${topics.map((one) => linkTo(one, one.slug === current)).join('')}</ol></nav>
<main id="content" tabindex="-1">${contentOf(topics, page)}</main></div>`
  return frameDocument(
    { title: titleOf(page), robots: 'all', icon: '/favicon.svg', styles: helpStyle, body },
    nonce,
  )
}

function titleOf(page: HelpPage): string {
  if (page.kind === 'topic') return t('{topic} · Tillform Help', { topic: page.topic.title })
  return page.kind === 'found'
    ? t('Search: {query} · Tillform Help', { query: page.query })
    : t('Tillform Help')
}

function linkTo({ slug, title }: Topic, isCurrent: boolean): string {
  const current = isCurrent ? ' aria-current="page"' : ''
  return `<li><a href="/help/${slug}"${current}>${escapeHtml(title)}</a></li>`
}

function contentOf(topics: readonly Topic[], page: HelpPage): string {
  switch (page.kind) {
    case 'start':
      return `<h1>${escapeHtml(t('How can we help?'))}</h1><p>${escapeHtml(t('From your first form to your payouts, in short pages.'))}</p>${cards(topics.map((topic) => ({ topic, excerpt: [topic.about] })))}${asking()}`
    case 'topic':
      return page.topic.html + turning(topics, page.topic) + asking()
    case 'found':
      return foundPages(page)
    case 'none':
      return `<h1>${escapeHtml(t('Help page not found'))}</h1><p>${escapeHtml(t('It may have moved.'))} <a href="/help">${escapeHtml(t('Browse all help pages'))}</a></p>`
  }
}

function foundPages({ query, found }: Extract<HelpPage, { kind: 'found' }>): string {
  const count = found.length
  const says =
    count === 0
      ? `${escapeHtml(t('No results for “{query}”. Try another word.', { query }))} <a href="/help">${escapeHtml(t('Browse all help pages'))}</a>`
      : escapeHtml(t('{count, plural, one {# page} other {# pages}} for “{query}”', { count, query }))
  return `<h1>${escapeHtml(t('Search help'))}</h1><p role="status">${says}</p>${cards(found)}${asking()}`
}

function asking(): string {
  return `<p>${escapeHtml(t('Still need help?'))} <a href="/contact-us">${escapeHtml(t('Contact us'))}</a></p>`
}

function cards(shown: readonly Found[]): string {
  const items = shown.map(
    ({ topic, excerpt }) =>
      `<li><a href="/help/${topic.slug}"><strong>${escapeHtml(topic.title)}</strong>${excerpt.map(marked).join('')}</a></li>`,
  )
  return items.length === 0 ? '' : `<ul class="cards">${items.join('')}</ul>`
}

function marked(piece: string, index: number): string {
  return index % 2 === 1 ? `<mark>${escapeHtml(piece)}</mark>` : escapeHtml(piece)
}

function turning(topics: readonly Topic[], topic: Topic): string {
  const at = topics.indexOf(topic)
  const [before, after] = [topics[at - 1], topics[at + 1]]
  const link = (to: Topic | undefined, text: (title: string) => string) =>
    to === undefined ? '<span></span>' : `<a href="/help/${to.slug}">${escapeHtml(text(to.title))}</a>`
  return `<div class="turn">${link(before, (title) => `← ${title}`)}${link(after, (title) => `${title} →`)}</div>`
}

/** The help's style on screen and on paper, in the palette's colors. */
const helpStyle = `
:root { font: 16px/1.65 system-ui, sans-serif; --accent: #7f1ccf; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --accent: #c58bf5; --on-accent: #131316 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere }
a { color: var(--accent); text-underline-offset: 0.15em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--surface); z-index: 1 }
header { border-bottom: 1px solid var(--line); background: var(--surface) }
.bar { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: center; max-width: 72rem; margin: 0 auto; padding: 0.875rem 1.25rem }
.brand { display: flex; gap: 0.625rem; align-items: center; font-weight: 600; font-size: 1.125rem; letter-spacing: -0.025em; color: var(--ink); text-decoration: none }
.bar form { display: flex; gap: 0.5rem; margin-left: auto; flex: 0 1 24rem; min-width: 0 }
input { flex: 1; min-width: 0; min-height: 2.75rem; padding: 0.5rem 0.875rem; border: 1px solid var(--field-edge); border-radius: 0.75rem; background: var(--surface); color: var(--ink); font: inherit }
button { min-height: 2.75rem; padding: 0.5rem 1.125rem; border: 0; border-radius: 0.75rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
.columns { display: grid; gap: 2rem 3rem; max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
nav ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.125rem }
nav li a { display: block; padding: 0.5rem 0.75rem; border-radius: 0.625rem; color: var(--muted); text-decoration: none }
nav li a:hover { background: var(--tint); color: var(--ink) }
nav li a[aria-current] { background: var(--surface); color: var(--ink); font-weight: 600; box-shadow: inset 0 0 0 1px var(--line) }
main { min-width: 0; max-width: 46rem }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 0.75rem; text-wrap: balance }
h1 + p { font-size: 1.125rem; color: var(--muted); margin-top: 0 }
h2 { font-size: 1.3125rem; line-height: 1.3; margin: 2.25rem 0 0.5rem; scroll-margin-top: 1rem }
p, ul, ol { margin: 0.75rem 0 }
main li { margin: 0.3rem 0 }
main img { display: block; width: 100%; height: auto; margin: 1.25rem 0; border: 1px solid var(--line); border-radius: 0.875rem; background: #fff }
table { display: block; width: 100%; overflow-x: auto; border-collapse: collapse; margin: 1rem 0 }
th, td { padding: 0.5rem 0.875rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 8rem }
code { padding: 0.1em 0.35em; border-radius: 0.375rem; background: var(--tint); font-size: 0.9em }
.cards { display: grid; gap: 0.75rem; padding: 0; list-style: none; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)) }
.cards li { margin: 0 }
.cards a { display: block; height: 100%; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--surface); color: var(--muted); text-decoration: none }
.cards a:hover { border-color: var(--field-edge) }
.cards strong { display: block; color: var(--ink); font-size: 1.0625rem }
.cards mark { background: none; color: var(--ink); font-weight: 600 }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.75rem 2rem; margin-top: 3rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
@media (min-width: 56rem) { .columns { grid-template-columns: 15rem minmax(0, 1fr) } .columns > nav { position: sticky; top: 1.5rem; align-self: start } }
@media (max-width: 55.99rem) { .columns > nav { order: 2; border-top: 1px solid var(--line); padding-top: 1rem } }
@media print {
  header form, .columns > nav, .turn, .skip { display: none }
  body { background: #fff; color: #000 }
  .columns { display: block; padding: 0 }
  main { max-width: none }
  main img { max-width: 12cm; break-inside: avoid }
  h2 { break-after: avoid }
}
`
