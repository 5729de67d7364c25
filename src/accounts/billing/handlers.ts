import type { FastifyRequest } from 'fastify'
import { t } from '#foundation/language/t.ts'
import { isId } from '#foundation/db/new-id.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { InvalidFields, found, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import type { Services } from '#registry/services.ts'
import { refreshPlan } from './subscription/begin-plan.ts'
import { describeCard, describeInvoice, describeOutcome, describeSubscription } from './billing-wire.ts'
import { catalogue } from './catalogue.ts'
import { changePlan } from './change/change-plan.ts'
import type { billingContract } from './contract.ts'
import { cancelPlan, resumePlan } from './subscription/end-plan.ts'
import { askingProvider, PlanStateConflict } from './errors.ts'
import { ensureCustomer } from './subscription/plan-customer.ts'
import { payOpenInvoice } from './subscription/plan-payment.ts'
import { hasEnded, isBegunAnew } from './subscription/plan-status.ts'
import { previewChange, type DisabledByPlanQueries } from './change/preview-change.ts'
import { findCustomerId, findPlanRow, findSellerName, listPlanRows, type PlanRow } from './store.ts'
import { checkMayTake, subscribeSeller } from './subscription/subscribe-seller.ts'
import { uncountCardTry, tryPlanCard } from './try-plan-card.ts'

export function billingHandlers(
  services: Services,
  disabledByPlan: DisabledByPlanQueries,
): Handlers<typeof billingContract> {
  const { db, provider, limiter } = services
  const find = async (caller: Caller, id: string): Promise<PlanRow> => {
    return found(isId(id) ? await findPlanRow(db, caller.sellerId, id) : undefined)
  }
  return {
    async readAccountBilling({ caller }) {
      const rows = await listPlanRows(db, caller.sellerId)
      const [newest] = rows
      if (newest === undefined || !isUnsettled(newest)) return rows.map(describeSubscription)
      try {
        await refreshPlan(services, newest, t('billing was read'))
      } catch (error) {
        // If Stripe does not respond, our stored data is better than none.
        services.log.warn({ err: error, planSubscription: newest.id }, 'a plan could not be checked')
      }
      return (await listPlanRows(db, caller.sellerId)).map(describeSubscription)
    },

    async previewPlanChange({ caller, body }) {
      const row = await find(caller, body.currentSubscriptionId)
      checkMayTake(body.plan, caller.role)
      return askingProvider(() => previewChange(services, disabledByPlan, row, body.plan))
    },

    async changePlan({ caller, body, ...call }) {
      const { plan, email, shown } = body
      const row = await find(caller, body.currentSubscriptionId)
      checkMayTake(plan, caller.role)
      const tried = tryOf(caller, call)
      if (isBegunAnew(row)) {
        if (shown !== undefined && shown.total < catalogue[plan].amount) {
          throw new PlanStateConflict(t('Your plan has just ended. Please review the amount again.'))
        }
        const who = {
          sellerId: caller.sellerId,
          role: caller.role,
          email,
          name: await findSellerName(db, caller.sellerId),
        }
        const request = { ...who, plan, paymentMethodId: null }
        return describeOutcome(await tryPlanCard(services, tried, () => subscribeSeller(services, request)))
      }
      const outcome = await tryPlanCard(services, tried, async () => {
        await provider.describePlanCustomer(await ensureCustomer(services, caller.sellerId), { email })
        const asked =
          shown === undefined
            ? undefined
            : { amountDue: shown.total, prorationDate: new Date(shown.prorationDate) }
        return changePlan(services, row, { plan, shown: asked })
      })
      return describeOutcome(outcome)
    },

    async cancelPlan({ caller, params }) {
      return describeSubscription(await cancelPlan(services, await find(caller, params.id)))
    },

    async resumePlan({ caller, params }) {
      return describeSubscription(await resumePlan(services, await find(caller, params.id)))
    },

    async payPlan({ caller, ...call }) {
      const [newest] = await listPlanRows(db, caller.sellerId)
      if (newest === undefined || hasEnded(newest.status))
        throw new PlanStateConflict(t('You have nothing to pay.'))
      const row = await askingProvider(() => refreshPlan(services, newest, 'paying'))
      const isOpen = row.status === 'past_due' || row.status === 'incomplete' || row.changeId !== null
      if (!isOpen) return describeOutcome({ status: 'done' })
      return describeOutcome(
        await tryPlanCard(services, tryOf(caller, call), () => payOpenInvoice(services, row)),
      )
    },

    async readPlanCard({ caller }) {
      const customerId = await findCustomerId(db, caller.sellerId)
      if (customerId === null) return { card: null, credit: null }
      const { card, credit } = await askingProvider(() => provider.readPlanPurse(customerId))
      return { card: describeCard(card), credit }
    },

    setUpPlanCard: ({ caller, ...call }) =>
      tryPlanCard(services, tryOf(caller, call), async (holder) => {
        const customerId = await ensureCustomer(services, caller.sellerId)
        return { clientSecret: await provider.createPlanCardSetup(customerId, holder) }
      }),

    keepPlanCard: ({ caller, body }) =>
      askingProvider(async () => {
        const customerId = await ensureCustomer(services, caller.sellerId)
        const setup = await provider.readPlanCardSetup(body.setupIntentId)
        if (setup?.customerId !== customerId) throw new NotFound()
        if (setup.paymentMethodId === null) {
          throw new InvalidFields({ setupIntentId: t('This card is not set up yet') })
        }
        await provider.savePlanCard(customerId, setup.paymentMethodId)
        await uncountCardTry(limiter, body.setupIntentId)
        return { card: describeCard(await provider.readPlanCard(customerId)) }
      }),

    async listPlanInvoices({ caller }) {
      const customerId = await findCustomerId(db, caller.sellerId)
      if (customerId === null) return { data: [] }
      const invoices = await askingProvider(() => provider.listPlanInvoices(customerId))
      return { data: invoices.map(describeInvoice) }
    },
  }
}

/** The caller who tries a card, with their proof of work. */
function tryOf(
  { sellerId }: Caller,
  {
    headers,
    request,
  }: { readonly headers: { readonly [proofHeader]?: string | undefined }; readonly request: FastifyRequest },
) {
  return { sellerId, network: clientNetwork(request.ip), proof: headers[proofHeader] }
}

/** Whether Stripe might know more about a plan than our row does. */
function isUnsettled({ status, changeId }: PlanRow): boolean {
  return status === 'creating' || status === 'incomplete' || changeId !== null
}
