import type { ReactNode } from 'react'

/** The button for actions other than paying. */
export function PressAction({
  text,
  onPress,
}: {
  readonly text: ReactNode
  readonly onPress: (form: HTMLFormElement | null) => void
}) {
  return (
    <button
      type="button"
      className="button w-full px-5 py-3.5 text-base"
      onClick={({ currentTarget }) => onPress(currentTarget.form)}
    >
      {text}
    </button>
  )
}
