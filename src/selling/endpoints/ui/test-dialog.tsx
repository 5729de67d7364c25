import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { eventTypes, type EventType } from '#foundation/events/event-types.ts'
import { outcomeText, tookText } from '#selling/sent-events/ui/call-words.ts'
import { typeWords } from '#selling/events/type-words.ts'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { endpointsContract, type Endpoint } from '../contract.ts'
import { Message } from './message.tsx'
import { formsToChooseQuery, useEndpointWrite } from './queries.ts'

/** Sends an example event for one of the shop's forms, and shows the response. */
export function TestDialog({ endpoint }: { readonly endpoint: Endpoint }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Send aria-hidden className="size-4.5" />
        {t('Send a test')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Send a test')}
        description={t('A sample event with your form’s title and prices, and a made-up buyer.')}
      >
        <Test endpoint={endpoint} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

type Props = { readonly endpoint: Endpoint; readonly onClose: () => void }

function Test({ endpoint: { id, types, formIds }, onClose }: Props) {
  const { data: forms = [] } = useQuery(formsToChooseQuery)
  const offered = forms.filter((form) => formIds === null || formIds.includes(form.id))
  const [type, setType] = useState<EventType>(types[0] ?? 'purchase.paid')
  const [chosen, setChosen] = useState<string | null>(null)
  const formId = chosen ?? offered[0]?.id ?? null
  const send = useEndpointWrite(
    () => call(endpointsContract.testEndpoint, { params: { id }, body: { type, formId } }),
    () => undefined,
  )
  const result = send.data
  return (
    <div className="grid grid-cols-1 gap-5">
      <Select
        label={t('Event')}
        value={type}
        options={eventTypes
          .filter((one) => types.length === 0 || types.includes(one))
          .map((one) => ({ value: one, label: one }))}
        hint={say(typeWords[type])}
        onChange={({ target }) => setType(eventTypes.find((one) => one === target.value) ?? type)}
      />
      <Select
        label={t('Form')}
        value={formId ?? ''}
        options={offered.map((form) => ({ value: form.id, label: form.title }))}
        {...(offered.length === 0 ? { hint: t('Create a form first.') } : {})}
        onChange={({ target }) => setChosen(target.value)}
      />
      {result !== undefined && (
        <>
          <Notice tone={result.isAnswered ? 'success' : 'danger'}>
            {result.isAnswered
              ? t('Your program accepted it with {status} after {time}.', {
                  status: result.status,
                  time: tookText(result.took),
                })
              : t('Your program did not accept it: {outcome}', { outcome: outcomeText(result) })}
          </Notice>
          <Message name={t('Request')} text={result.request} isJson />
          {result.answer !== '' && <Message name={t('Answer')} text={result.answer} />}
        </>
      )}
      <DialogEnd>
        <Button variant="secondary" onClick={onClose}>
          {t('Close')}
        </Button>
        <Button isBusy={send.isPending} disabled={offered.length === 0} onClick={() => send.mutate()}>
          {t('Send test')}
        </Button>
      </DialogEnd>
    </div>
  )
}
