import {
  ChevronsRightLeft,
  Copy,
  Ellipsis,
  ExternalLink,
  HandCoins,
  History,
  Pause,
  Play,
  Share2,
  Timer,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { type Form, formsContract } from '#selling/forms/contract.ts'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { usePausing } from './pausing/pausing.tsx'
import { copyShortLink, paymentLink } from './sharing/links.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./sharing/share-dialog.tsx')).ShareDialog }))

type Props = {
  readonly form: Pick<Form, 'id' | 'title' | 'isPaused'>
  readonly onDelete: () => void
}

const icon = 'size-4.5 shrink-0'

/** Everything a seller can do with a form besides editing it and copying its link. */
export function FormMenu({ form: { id, title, isPaused }, onDelete }: Props) {
  const navigate = useNavigate()
  const mayCall = useMayCall()
  const { mutate: pause } = usePausing()
  const [isSharing, setIsSharing] = useState(false)
  const items = [
    {
      label: t('Open page'),
      icon: <ExternalLink aria-hidden className={icon} />,
      onSelect: () => void window.open(paymentLink(id), '_blank', 'noreferrer'),
    },
    {
      label: t('Timers'),
      icon: <Timer aria-hidden className={icon} />,
      onSelect: () => void navigate(`/forms/details/${id}`),
    },
    {
      label: t('History'),
      icon: <History aria-hidden className={icon} />,
      onSelect: () => void navigate(`/forms/history/${id}`),
    },
    {
      label: t('After a lost payment'),
      icon: <HandCoins aria-hidden className={icon} />,
      onSelect: () => void navigate(`/forms/recovery/${id}`),
    },
    {
      label: t('Copy short link'),
      icon: <ChevronsRightLeft aria-hidden className={icon} />,
      onSelect: () => void copyShortLink(id),
    },
    {
      label: t('Share'),
      icon: <Share2 aria-hidden className={icon} />,
      onSelect: () => setIsSharing(true),
    },
    ...(mayCall(formsContract.updateForm)
      ? [
          {
            label: isPaused ? t('Resume sales') : t('Pause sales'),
            icon: isPaused ? <Play aria-hidden className={icon} /> : <Pause aria-hidden className={icon} />,
            onSelect: () => pause({ id, isPaused: !isPaused }),
          },
        ]
      : []),
    ...(mayCall(formsContract.createForm)
      ? [
          {
            label: t('Duplicate'),
            icon: <Copy aria-hidden className={icon} />,
            onSelect: () => void navigate(`/forms/duplicate/${id}`),
          },
        ]
      : []),
    ...(mayCall(formsContract.deleteForm)
      ? [
          {
            label: t('Delete'),
            icon: <Trash2 aria-hidden className={icon} />,
            isDanger: true,
            onSelect: onDelete,
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        label={t('More actions for {name}', { name: cutText(title, 50) })}
        trigger={
          <span className="grid size-10.5 place-items-center rounded-xl border border-edge/60 bg-surface text-muted transition hover:border-brand hover:text-brand">
            <Ellipsis aria-hidden className="size-5" />
          </span>
        }
        items={items}
      />
      {isSharing && (
        <Suspense>
          <ShareDialog form={{ id, title }} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
