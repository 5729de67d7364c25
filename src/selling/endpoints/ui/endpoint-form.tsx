import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { z } from 'zod'
import { t, say } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { eventTypes, type EventType } from '#foundation/events/event-types.ts'
import { typeWords } from '#selling/events/type-words.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import {
  endpointsContract,
  type Endpoint,
  type EndpointFields,
  type EndpointWithSecret,
} from '../contract.ts'
import { endpointsQuery, formsToChooseQuery } from './queries.ts'

type Values = {
  name: string
  url: string
  whichTypes: 'all' | 'chosen'
  types: EventType[]
  whichForms: 'all' | 'chosen'
  formIds: string[]
  content: 'whole' | 'thin'
}

const { name, url } = endpointsContract.createEndpoint.body.shape
const typed = z
  .object({
    name,
    url,
    whichTypes: z.enum(['all', 'chosen']),
    types: z.array(z.enum(eventTypes)),
    whichForms: z.enum(['all', 'chosen']),
    formIds: z.array(z.string()),
    content: z.enum(['whole', 'thin']),
  })
  .refine(({ whichTypes, types }) => whichTypes === 'all' || types.length > 0, {
    path: ['types'],
    error: () => t('Select at least one event'),
  })
  .refine(({ whichForms, formIds }) => whichForms === 'all' || formIds.length > 0, {
    path: ['formIds'],
    error: () => t('Select at least one form'),
  })
  .transform(({ whichTypes, whichForms, content, ...values }): EndpointFields => ({
    ...values,
    types: whichTypes === 'all' ? [] : values.types,
    formIds: whichForms === 'all' ? null : values.formIds,
    isThin: content === 'thin',
  }))
const resolver = zodResolver<Values, unknown, EndpointFields>(typed)
const names = ['name', 'url', 'types', 'formIds'] as const

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

export function AddEndpointDialog({
  isOpen,
  onClose,
  onAdded,
}: Props & { readonly onAdded: (added: EndpointWithSecret) => void }) {
  const client = useQueryClient()
  return (
    <EditorDialog<Values, EndpointFields>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Add a webhook')}
      description={t('Your program gets a signed message for each event. It contains your buyers’ data.')}
      label={t('Webhook')}
      submitLabel={t('Add webhook')}
      initial={{
        name: '',
        url: '',
        whichTypes: 'all',
        types: [],
        whichForms: 'all',
        formIds: [],
        content: 'whole',
      }}
      resolver={resolver}
      names={names}
      failure={t('The webhook could not be added')}
      onSave={async (body) => {
        onAdded(await call(endpointsContract.createEndpoint, { body }))
        await client.invalidateQueries({ queryKey: endpointsQuery.queryKey })
        return null
      }}
    >
      <Fields />
    </EditorDialog>
  )
}

export function EditEndpointDialog({ endpoint, isOpen, onClose }: Props & { readonly endpoint: Endpoint }) {
  const client = useQueryClient()
  const { id, types, formIds } = endpoint
  return (
    <EditorDialog<Values, EndpointFields>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Edit webhook')}
      description={t('Changing the URL turns the webhook off until you turn it on again.')}
      label={t('Webhook')}
      submitLabel={t('Save changes')}
      initial={{
        name: endpoint.name,
        url: endpoint.url,
        whichTypes: types.length === 0 ? 'all' : 'chosen',
        types,
        whichForms: formIds === null ? 'all' : 'chosen',
        formIds: formIds ?? [],
        content: endpoint.isThin ? 'thin' : 'whole',
      }}
      resolver={resolver}
      names={names}
      failure={t('The webhook could not be saved')}
      onSave={async (body) => {
        await call(endpointsContract.updateEndpoint, { params: { id }, body })
        toast.success(t('Webhook saved'))
        await client.invalidateQueries({ queryKey: endpointsQuery.queryKey })
        onClose()
        return null
      }}
    >
      <Fields />
    </EditorDialog>
  )
}

function Fields() {
  const { field, register, watch } = useFields<Values>()
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        maxLength={60}
        autoComplete="off"
        placeholder={t('Course platform')}
        {...field('name')}
      />
      <TextInput
        label={t('URL')}
        required
        type="url"
        autoComplete="off"
        placeholder="https://example.com/hooks"
        hint={t('Starts with https:// and is reachable from the internet.')}
        {...field('url')}
      />
      <Segmented
        label={t('Events')}
        options={[
          { value: 'all', label: t('All events') },
          { value: 'chosen', label: t('Selected events') },
        ]}
        {...register('whichTypes')}
      />
      {watch('whichTypes') === 'chosen' && <TypesField />}
      <Segmented
        label={t('Forms')}
        options={[
          { value: 'all', label: t('All forms') },
          { value: 'chosen', label: t('Selected forms') },
        ]}
        {...register('whichForms')}
      />
      {watch('whichForms') === 'chosen' && <FormsField />}
      <Segmented
        label={t('Content')}
        options={[
          { value: 'whole', label: t('All details') },
          { value: 'thin', label: t('Ids only') },
        ]}
        {...register('content')}
      />
    </>
  )
}

function TypesField() {
  const { watch, change, errorOf } = useFields<Values>()
  const chosen = watch('types')
  return (
    <Choices field="types" error={errorOf('types')}>
      {eventTypes.map((type) => (
        <CheckRow
          key={type}
          label={type}
          hint={say(typeWords[type])}
          checked={chosen.includes(type)}
          onChange={() => change('types', toggled(chosen, type))}
        />
      ))}
    </Choices>
  )
}

function FormsField() {
  const { watch, change, errorOf } = useFields<Values>()
  const { data: forms = [] } = useQuery(formsToChooseQuery)
  const chosen = watch('formIds')
  return (
    <Choices field="formIds" error={errorOf('formIds')}>
      {forms.length === 0 && <p className="text-muted">{t('You have no forms yet.')}</p>}
      {forms.map(({ id, title, name: formName }) => (
        <CheckRow
          key={id}
          label={title}
          hint={formName}
          checked={chosen.includes(id)}
          onChange={() => change('formIds', toggled(chosen, id))}
        />
      ))}
    </Choices>
  )
}

type ChoicesProps = {
  readonly field: string
  readonly error: string | undefined
  readonly children: React.ReactNode
}

function Choices({ field, error, children }: ChoicesProps) {
  return (
    <div data-field={field} className="grid gap-1">
      <div className="-mx-2 grid max-h-72 auto-rows-max gap-x-4 overflow-y-auto">{children}</div>
      <FieldError message={error} />
    </div>
  )
}

function toggled<Value>(chosen: readonly Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
