import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { confirmSetup } from '#web/kit/form/card-questions.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { answerBank } from '#web/kit/browser/load-provider-script.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { billingContract, type ChangePreview, type Subscription } from '../contract.ts'
import { billingMessages } from '../messages.ts'
import { billingKey } from './queries.ts'

/** An error from Stripe's browser script, with a message for people. */
class CardProblem extends Error {}

/** The entered card is incomplete. Nothing was sent, so only the form shows the error. */
class CardIncomplete extends CardProblem {}

function useRefreshBilling() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: billingKey })
}

export function useCancelPlan(onDone: () => void) {
  const refresh = useRefreshBilling()
  return useWrite({
    mutationFn: (id: string) => call(billingContract.cancelPlan, { params: { id } }),
    onSuccess: async () => {
      await refresh()
      toast.success(billingMessages.canceled())
      onDone()
    },
    onError: (error) => toast.error(errorMessage(error, t('Something went wrong when canceling the plan'))),
  })
}

export function useResumePlan() {
  const refresh = useRefreshBilling()
  return useWrite({
    mutationFn: (id: string) => call(billingContract.resumePlan, { params: { id } }),
    onSuccess: async () => {
      await refresh()
      toast.success(t('Your plan continues'))
    },
    onError: (error) => toast.error(errorMessage(error, t('Something went wrong when resuming the plan'))),
  })
}

/** Pays the open invoice with the card on file, with bank authentication if needed. */
export function usePayPlan() {
  const refresh = useRefreshBilling()
  return useWrite({
    mutationFn: async () => {
      await finish(await call(billingContract.payPlan, {}))
    },
    onSuccess: () => toast.success(t('Payment received. Thank you!')),
    onError: (error) => toast.error(messageOf(error, t('The payment did not go through'))),
    onSettled: refresh,
  })
}

/** Saves the entered card and removes the previous one. */
export function useSaveCard(onDone: () => void) {
  const refresh = useRefreshBilling()
  return useWrite({
    mutationFn: saveCard,
    onSuccess: async () => {
      await refresh()
      onDone()
    },
    onError: (error) => showFailure(error, billingMessages.cardFailed()),
  })
}

export type PlanOrder = {
  readonly plan: Subscription['plan']
  readonly current: Subscription
  readonly email: string
  readonly shown: ChangePreview
  /** The card to save first, or null if there already is one. */
  readonly card: CardHandle | null
}

/** Changes the plan for exactly the amount that was shown. */
export function useChangePlan(onDone: () => void) {
  const refresh = useRefreshBilling()
  return useWrite({
    mutationFn: async ({ plan, current, email, shown, card }: PlanOrder) => {
      if (card !== null) await saveCard(card)
      const { total, prorationDate } = shown
      const body = { plan, email, currentSubscriptionId: current.id, shown: { total, prorationDate } }
      await finish(await call(billingContract.changePlan, { body }))
    },
    onSuccess: async () => {
      await refresh()
      toast.success(billingMessages.changed())
      onDone()
    },
    onError: async (error) => {
      showFailure(error, billingMessages.changeFailed())
      await refresh()
    },
  })
}

function showFailure(error: unknown, fallback: string): void {
  if (!(error instanceof CardIncomplete)) toast.error(messageOf(error, fallback))
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CardProblem ? error.message : errorMessage(error, fallback)
}

async function saveCard(card: CardHandle): Promise<void> {
  const problem = card.check()
  if (problem !== null) throw new CardIncomplete(problem)
  const { clientSecret } = await call(billingContract.setUpPlanCard, {})
  const result = await card.ask(confirmSetup(clientSecret))
  if ('problem' in result) throw new CardProblem(result.problem)
  await call(billingContract.keepPlanCard, { body: { setupIntentId: result.id } })
}

type Outcome = { readonly status: 'done' | 'requires_action'; readonly clientSecret: string | null }

async function finish({ status, clientSecret }: Outcome): Promise<void> {
  if (status === 'done' || clientSecret === null) return
  const problem = await answerBank(clientSecret)
  if (problem !== null) {
    // Stripe's message asks for another card, but cannot say where to replace it in our app.
    throw new CardProblem(problem.isNotAuthenticated ? billingMessages.notAuthenticated() : problem.message)
  }
  // Stripe has the bank's response, and reading the plan again records it.
  await call(billingContract.readAccountBilling, {})
}
