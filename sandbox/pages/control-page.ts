import type { FastifyInstance } from 'fastify'
import {
  accountsSection,
  chargesSection,
  customersSection,
  eventsSection,
  refundsSection,
} from '#sandbox/pages/control-lists.ts'
import { cardsSection, clockSection, faultsSection, resetSection } from '#sandbox/pages/control-tools.ts'
import { html, type Html } from '#sandbox/pages/html.ts'
import { sendPage } from '#sandbox/pages/send-page.ts'
import type { PagesWorld } from '#sandbox/pages/world.ts'

/** The page for people: what the sandbox holds, and the means to make things happen in it. */
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
}

function controlPage(world: PagesWorld): Html {
  const view = world.control()
  const sections = [
    cardsSection(),
    clockSection(world.now()),
    accountsSection(view.accounts),
    chargesSection(view.charges),
    refundsSection(view.refunds),
    customersSection(view.customers),
    eventsSection(view.events),
    faultsSection(view.faults),
    resetSection(),
  ]
  return html`<header class="top">
      <p class="top-title"><span class="badge">Sandbox</span> <strong>Card provider stand-in</strong></p>
      <p class="quiet">Test cards only. No real card works here, and no money moves.</p>
      <nav aria-label="Sections">${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
    </header>
    <main class="board">
      <h1 class="unseen">Sandbox</h1>
      <p role="status"></p>
      ${sections.map(
        ({ id, title, isLive, body }) =>
          html`<section id="${id}" aria-labelledby="${id}-title" ${isLive ? html`data-live` : undefined}>
            <h2 id="${id}-title">${title}</h2>
            ${body}
          </section>`,
      )}
    </main>
    <footer class="quiet">
      Publishable key <code>${world.publishableKey}</code> · application
      <code>${world.applicationOrigin}</code>
    </footer>`
}
