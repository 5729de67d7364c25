import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, type Html } from '#pages/html.ts'
import { sendPage } from '#pages/send-page.ts'
import type { AccountLink, PagesWorld } from '#pages/world.ts'

const parameters = z.object({ linkId: z.string() })
const answer = z.object({
  visit: z.string(),
  action: z.enum(['complete', 'leave']),
  business_name: z.string().max(200).default(''),
  email: z.string().max(200).default(''),
})

/**
 * The sandbox's version of Stripe's onboarding. A link opens only once, and only that visitor can finish,
 * with a token in the form. As on Stripe, a used, reloaded or expired link redirects to the refresh URL.
 */
export function registerOnboarding(server: FastifyInstance, world: PagesWorld): void {
  const key = randomBytes(32)
  const visitOf = (linkId: string): string => createHmac('sha256', key).update(linkId).digest('base64url')

  server.get('/onboarding/:linkId', (request, reply) => {
    const { linkId } = parameters.parse(request.params)
    const link = world.accountLink(linkId)
    if (link === undefined) return sendUnknownLink(reply)
    if (!link.isOpen) return redirect(reply, link.refreshUrl)
    world.useAccountLink(linkId)
    return sendOnboarding(reply, linkId, visitOf(linkId), link)
  })

  server.post('/onboarding/:linkId', (request, reply) => {
    const { linkId } = parameters.parse(request.params)
    const link = world.accountLink(linkId)
    if (link === undefined) return sendUnknownLink(reply)
    const form = answer.safeParse(request.body).data
    if (form === undefined || !isSame(form.visit, visitOf(linkId))) return redirect(reply, link.refreshUrl)
    if (form.action === 'complete')
      world.completeAccount(link.accountId, {
        businessName: form.business_name.trim(),
        email: form.email.trim(),
      })
    return redirect(reply, link.returnUrl)
  })
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function sendOnboarding(reply: FastifyReply, linkId: string, visit: string, link: AccountLink): FastifyReply {
  // Browsers also apply this policy to the redirect after a form is submitted.
  const targets = new Set([link.returnUrl, link.refreshUrl].map((address) => new URL(address).origin))
  return sendPage(
    reply,
    {
      title: 'Set up payments',
      stylesheet: 'pages',
      script: undefined,
      data: { page: 'onboarding' },
      body: onboardingForm(linkId, visit, link),
    },
    { frameAncestors: `'none'`, formAction: `'self' ${[...targets].join(' ')}` },
  )
}

function onboardingForm(linkId: string, visit: string, link: AccountLink): Html {
  return html`<main class="card">
    <p><span class="badge">Sandbox</span></p>
    <h1>Set up payments</h1>
    <p>
      This page stands in for the card provider’s onboarding. Nothing you enter is checked or sent anywhere.
      Completing it lets the account take test payments.
    </p>
    <form method="post" action="/onboarding/${encodeURIComponent(linkId)}" class="stack">
      <input type="hidden" name="visit" value="${visit}" />
      ${field('business_name', 'Business name', link.businessName, html`autocomplete="organization"`)}
      ${field('country', 'Country', link.country, html`readonly`)}
      ${field('email', 'Email', link.email, html`autocomplete="email"`)}
      <p class="quiet">Account ${link.accountId}</p>
      <button class="primary" name="action" value="complete">Complete onboarding</button>
      <button name="action" value="leave" formnovalidate>Return without finishing</button>
    </form>
  </main>`
}

function field(name: string, label: string, value: string, attributes: Html): Html {
  return html`<label
    >${label} <input name="${name}" value="${value}" spellcheck="false" ${attributes}
  /></label>`
}

function sendUnknownLink(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply.code(404),
    {
      title: 'Unknown link',
      stylesheet: 'pages',
      script: undefined,
      data: { page: 'onboarding' },
      body: html`<main class="card">
        <p><span class="badge">Sandbox</span></p>
        <h1>Unknown link</h1>
        <p>This onboarding link does not exist. Please start again from the application.</p>
      </main>`,
    },
    { frameAncestors: `'none'`, formAction: `'none'` },
  )
}
