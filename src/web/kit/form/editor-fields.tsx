import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'

type Props = {
  /** For who may see the thing and not change it. */
  readonly isReadOnly: boolean
  readonly children: ReactNode
}

/** The fields of an editor; read-only ones take nothing, and it says so above them. */
export function EditorFields({ isReadOnly, children }: Props) {
  if (!isReadOnly) return children
  return (
    <>
      <Notice tone="info">Your role lets you view this, but not change it.</Notice>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}
