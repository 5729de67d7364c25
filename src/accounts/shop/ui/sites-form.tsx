import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SellerForm } from '#web/kit/form/seller-form.tsx'
import { mergedSet } from '#web/kit/list/merged-set.ts'
import { Textarea } from '#web/kit/form/textarea.tsx'
import { shopContract, type Shop } from '../contract.ts'
import { embedHosts, hostOf } from '../embed-hosts.ts'
import { shopMessages } from '../messages.ts'

const typedHosts = z.object({ embedHosts: z.string().transform(hostsIn).pipe(embedHosts) })

type Props = {
  readonly hosts: Shop['embedHosts']
  /** Without it the sites can be read. */
  readonly mayChange: boolean
}

/** The hosts whose pages may show the shop's forms: one in a line, and what is pasted as an address becomes its host. */
export function SitesForm({ hosts, mayChange }: Props) {
  const queries = useQueryClient()
  const [stored, setStored] = useState(hosts)
  const [text, setText] = useState(() => hosts.join('\n'))
  const { form, errors, isBusy, onSubmit } = useSavingForm(typedHosts, shopMessages.failed, async (body) => {
    // What a colleague has put in meanwhile stays.
    const current = await call(shopContract.readShop, {})
    const merged = mergedSet(stored, body.embedHosts, current.embedHosts)
    const saved = await call(shopContract.saveShop, { body: { embedHosts: merged } })
    setStored(saved.embedHosts)
    setText(saved.embedHosts.join('\n'))
    await queries.invalidateQueries({ queryKey: ['seller'] })
    // Each new site is registered for wallets.
    await queries.invalidateQueries({ queryKey: ['ways-to-pay'] })
    toast.success(shopMessages.sitesSaved)
    return false
  })
  return (
    <SellerForm
      label="Your own sites"
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel="Save sites"
    >
      <Textarea
        label="Sites that may show your forms"
        info="Every other site is refused, so that nobody can pass your forms off as theirs."
        hint="One per line. *.example.com covers all subdomains of example.com."
        name="embedHosts"
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="shop.example.com"
        error={errors.embedHosts}
        disabled={!mayChange}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setText(hostsIn(text).join('\n'))}
      />
    </SellerForm>
  )
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((typed) => (typed === '' ? [] : [hostOf(typed)]))
}
