import type { FastifyInstance } from 'fastify'
import {
  type Section,
  accountsSection,
  chargesSection,
  customersSection,
  eventsSection,
  payoutsSection,
  refundsSection,
} from '#pages/control-lists.ts'
import { cardsSection, clockSection, faultsSection, resetSection } from '#pages/control-tools.ts'
import { html, type Html } from '#pages/html.ts'
import { sendPage } from '#pages/send-page.ts'
import type { PagesWorld } from '#pages/world.ts'

/** The sandbox's control page for people, which shows its contents and can change them. */
export function registerControlPage(server: FastifyInstance, world: PagesWorld): void {
  server.get('/', (_request, reply) =>
    sendPage(
      reply,
      {
        title: 'Sandbox',
        stylesheet: 'pages',
        script: '/js/control-page.js',
        data: { page: 'control' },
        body: controlPage(world),
      },
      { frameAncestors: `'none'`, formAction: `'none'` },
    ),
  )

  server.get('/live-sections', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', `default-src 'none'; frame-ancestors 'none'`)
      .type('text/html; charset=utf-8')
      .send(
        sectionsOf(world)
          .filter(({ isLive }) => isLive)
          .map(sectionElement)
          .join(''),
      ),
  )
}

function sectionsOf(world: PagesWorld): Section[] {
  const view = world.control()
  return [
    cardsSection(),
    clockSection(world.now()),
    accountsSection(view.accounts),
    chargesSection(view.charges),
    refundsSection(view.refunds),
    payoutsSection(view.payouts),
    customersSection(view.customers),
    eventsSection(view.events),
    faultsSection(view.faults),
    resetSection(),
  ]
}

function sectionElement({ id, title, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`
}

function controlPage(world: PagesWorld): Html {
  const sections = sectionsOf(world)
  return html`<header class="top">
      <p class="top-title">
        <span class="badge">Sandbox</span> <strong>A stand-in for the card provider</strong>
      </p>
      <p class="quiet">Test cards only. No real card works here, and no money moves.</p>
      <nav aria-label="Sections">${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
    </header>
    <main class="board">
      <h1 class="unseen">Sandbox</h1>
      <p role="status"></p>
      ${sections.map(sectionElement)}
    </main>
    <footer class="quiet">
      Publishable key <code>${world.publishableKey}</code> · application
      <code>${world.applicationOrigin}</code>
    </footer>`
}
