import { formatNumber } from '#browser/card/card-format.ts'
import { time, type Section } from '#pages/control-lists.ts'
import { faultExamples } from '#pages/fault-examples.ts'
import { html, type Html } from '#pages/html.ts'
import { testCardGroups } from '#pages/test-cards.ts'

export function cardsSection(): Section {
  const body = html`<p>Use any future expiry date, any CVC and any postal code.</p>
    <div class="columns">
      ${testCardGroups.map(
        ({ title, cards }) =>
          html`<div>
            <h3>${title}</h3>
            <ul class="plain-list">
              ${cards.map(({ number, outcome }) => card(number, outcome))}
            </ul>
          </div>`,
      )}
    </div>`
  return { id: 'cards', title: 'Test cards', isLive: false, body }
}

function card(number: string, outcome: string): Html {
  return html`<li class="row">
    <span><code>${formatNumber(number)}</code><br /><span class="quiet">${outcome}</span></span>
    <button type="button" data-copy="${number}" aria-label="Copy ${number}">Copy</button>
  </li>`
}

const hour = 3600
const day = 24 * hour

export function clockSection(now: number): Section {
  const body = html`<p id="clock-now" data-live>It is <strong>${time(now)}</strong> in the sandbox.</p>
    <p class="buttons">
      ${advance('Forward an hour', hour)} ${advance('Forward a day', day)}
      ${advance('Forward 31 days', 31 * day)} ${advance('Forward a year', 365 * day)}
    </p>
    <p class="quiet">
      Moving the clock forward renews and ends subscriptions, and retries unpaid invoices. It cannot go back.
    </p>`
  return { id: 'clock', title: 'Clock', isLive: true, body }
}

function advance(text: string, seconds: number): Html {
  return html`<button
    type="button"
    data-post="/sandbox/clock"
    data-body="${JSON.stringify({ advance: seconds })}"
  >
    ${text}
  </button>`
}

export function faultsSection(faults: unknown): Section {
  const body = html`<p>
      Make API calls and the delivery of events go wrong. Start from an example, or write your own.
    </p>
    <p class="buttons" role="group" aria-label="Examples">
      ${faultExamples.map(
        ({ title, script }) => html`<button type="button" data-script="${pretty(script)}">${title}</button>`,
      )}
    </p>
    <label
      >Fault script
      <textarea id="fault-script" rows="10" spellcheck="false">${pretty(faults)}</textarea>
    </label>
    <p class="buttons">
      <button type="button" class="primary" data-put="/sandbox/faults" data-body-of="fault-script">
        Apply
      </button>
      <button type="button" data-put="/sandbox/faults" data-body="{}" data-clears="fault-script">
        Clear
      </button>
      <button type="button" data-post="/sandbox/faults/release">Release held calls</button>
    </p>`
  return { id: 'faults', title: 'Faults', isLive: false, body }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

export function resetSection(): Section {
  const body = html`<p>
      Forgets every account, customer, charge and event. The application keeps its own data.
    </p>
    <p class="buttons">
      <button
        type="button"
        class="danger"
        data-post="/sandbox/reset"
        data-confirm="Delete everything in the sandbox?"
      >
        Reset the sandbox
      </button>
    </p>`
  return { id: 'reset', title: 'Reset', isLive: false, body }
}
