import { Button } from '../layout/button.tsx'

/** What keeps a form from being saved where no field in sight says so; `onShow` leads to its place, if it has one. */
export type Unmarked = { readonly text: string; readonly onShow: (() => void) | null }

export function UnmarkedProblem({ text, onShow }: Unmarked) {
  return (
    <div role="alert" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 font-medium text-pretty break-words text-danger">Not saved: {text}</p>
      {onShow !== null && (
        <Button variant="secondary" onClick={onShow}>
          Show
        </Button>
      )}
    </div>
  )
}
