type Props = { readonly waitedFor: readonly string[] | null }

/** Says beside what saves why it takes a while. */
export function WaitingNote({ waitedFor }: Props) {
  return (
    <output className={`min-w-0 text-muted ${waitedFor === null ? 'sr-only' : ''}`}>
      {waitedFor !== null && `Saves by itself once ${namesText(waitedFor)} uploaded. Leave this page open.`}
    </output>
  )
}

function namesText(names: readonly string[]): string {
  const [first = ''] = names
  return names.length === 1 ? `${first} is` : `${names.length} files are`
}
