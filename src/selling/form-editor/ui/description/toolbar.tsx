import { useEditorState, type Editor } from '@tiptap/react'
import { Bold, Italic, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react'

type Props = { readonly editor: Editor; readonly onLink: () => void }

/** What can be done with the chosen text; each but the lists has its usual keys as well. */
export function Toolbar({ editor, onLink }: Props) {
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  })
  const chain = () => editor.chain().focus()
  return (
    <div role="group" aria-label="Format" className="flex gap-0.5">
      <Tool icon={Bold} label="Bold" keys="B" isOn={is.bold} onPress={() => chain().toggleBold().run()} />
      <Tool
        icon={Italic}
        label="Italic"
        keys="I"
        isOn={is.italic}
        onPress={() => chain().toggleItalic().run()}
      />
      <Tool
        icon={List}
        label="Bulleted list"
        keys="Shift+8"
        isOn={is.bulletList}
        onPress={() => chain().toggleBulletList().run()}
      />
      <Tool
        icon={ListOrdered}
        label="Numbered list"
        keys="Shift+7"
        isOn={is.orderedList}
        onPress={() => chain().toggleOrderedList().run()}
      />
      <Tool icon={Link2} label="Link" keys="K" isOn={is.link} onPress={onLink} />
    </div>
  )
}

type ToolProps = {
  readonly icon: LucideIcon
  readonly label: string
  /** Together with Ctrl, or Command on a Mac. */
  readonly keys: string
  readonly isOn: boolean
  readonly onPress: () => void
}

function Tool({ icon: Icon, label, keys, isOn, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      title={`${label} (${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'}${keys})`}
      className={`grid size-10 place-items-center rounded-lg transition hover:bg-brand-soft hover:text-brand ${isOn ? 'bg-brand-soft text-brand' : 'text-muted'}`}
      onClick={onPress}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
}
