import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Button, buttonClass } from '../layout/button.tsx'

type Props = {
  /** Whether the bar stays in view below a long editor. */
  readonly isFloating?: boolean
  /** Whether something was typed. Until then, there is nothing to save. */
  readonly isStored?: boolean
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly label: string
  readonly unmarked: Unmarked | null
  /** Shows the stored values again. */
  readonly onDiscard?: () => void
  /** The list to return to without saving. On phones, the link above the title does that. */
  readonly cancelPath?: string | undefined
  /** The uploads that must finish before saving, or null. */
  readonly waitedFor: readonly string[] | null
  /** Other content that stays in view, at the start of the bar. */
  readonly children?: ReactNode
}

/** An editor's save button, next to what prevents it from saving. */
export function SaveBar(props: Props) {
  const { isFloating = true, isStored = false, isDirty, isBusy, label, unmarked, waitedFor, children } = props
  const { onDiscard, cancelPath } = props
  const isIdle = isStored && !isDirty && !isBusy && unmarked === null && waitedFor === null
  if (isIdle && children === undefined) return <p className="sr-only">{t('All changes saved')}</p>
  return (
    <div
      className={`flex items-center justify-end gap-x-4 gap-y-2 tight:flex-wrap ${isFloating ? `rounded-2xl border p-3 ${isIdle ? 'border-transparent' : 'sticky bottom-4 z-10 border-line bg-surface shadow-float low:static'}` : ''}`}
    >
      {children !== undefined && <div className="mr-auto flex min-w-0 items-center gap-2">{children}</div>}
      {unmarked !== null && <UnmarkedProblem {...unmarked} />}
      <WaitingNote waitedFor={waitedFor} />
      {isIdle && <span className="mr-auto pl-2 text-muted">{t('All changes saved')}</span>}
      {isFloating && !isStored && !isDirty && unmarked === null && children === undefined && (
        <span className="mr-auto pl-2 text-muted">{t('Not saved yet')}</span>
      )}
      {isDirty && unmarked === null && waitedFor === null && (
        <span className={`text-muted ${children === undefined ? '' : 'hidden sm:inline'}`}>
          {t('Unsaved changes')}
        </span>
      )}
      {onDiscard !== undefined && isDirty && (
        <Button variant="ghost" isWaiting={isBusy} onClick={onDiscard}>
          {t('Discard')}
        </Button>
      )}
      {cancelPath !== undefined && (
        <Link to={cancelPath} className={`${buttonClass('ghost')} max-sm:hidden`}>
          {t('Cancel')}
        </Link>
      )}
      <Button type="submit" variant={isIdle ? 'secondary' : 'primary'} isBusy={isBusy || waitedFor !== null}>
        {label}
      </Button>
    </div>
  )
}

type FieldsProps = {
  /** Whether the member can view the item but not edit it. */
  readonly isReadOnly: boolean
  readonly children: ReactNode
}

/** The fields of an editor. Read-only ones accept nothing and have a note above them. */
export function EditorFields({ isReadOnly, children }: FieldsProps) {
  if (!isReadOnly) return children
  return (
    <>
      <Notice tone="info">{t('Your role can view this but not edit it.')}</Notice>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}

/**
 * The error that prevents saving if no visible field shows it. `onShow` leads to the place of the error, if it has one.
 */
type Unmarked = { readonly text: string; readonly onShow: (() => void) | null }

export function UnmarkedProblem({ text, onShow }: Unmarked) {
  return (
    <div role="alert" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 font-medium text-pretty break-words text-danger">
        {t('Not saved: {text}', { text })}
      </p>
      {onShow !== null && (
        <Button variant="secondary" onClick={onShow}>
          {t('Show')}
        </Button>
      )}
    </div>
  )
}

type WaitingProps = { readonly waitedFor: readonly string[] | null }

/** Explains next to the save button why saving takes a while. */
export function WaitingNote({ waitedFor }: WaitingProps) {
  return (
    <output className={`min-w-0 text-muted ${waitedFor === null ? 'sr-only' : ''}`}>
      {waitedFor !== null && waitingText(waitedFor)}
    </output>
  )
}

function waitingText(names: readonly string[]): string {
  const [name = ''] = names
  return names.length === 1
    ? t('Saving automatically once {name} is uploaded. Keep this page open.', { name })
    : t('Saving automatically once {count} files are uploaded. Keep this page open.', {
        count: names.length,
      })
}
