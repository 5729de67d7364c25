import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Bold, Italic, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { DescriptionFormat } from '#foundation/db/tables/products.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { pastedParser, withListLevels } from './pasted-page.ts'
import { pastedSlice } from './pasted-text.ts'
import { documentOf, extensions, markdownOf } from './rich-text.ts'

type Props = {
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly format: DescriptionFormat
  /** Gets Markdown. */
  readonly onChange: (markdown: string) => void
}

/** Shows the text as on the payment page. Plain text keeps its stored form until it is changed. */
export function DescriptionEditor({
  attributes,
  text: description,
  format: descriptionFormat,
  onChange,
}: Props) {
  const [isLinking, setIsLinking] = useState(false)
  // The text typed here. A value that differs from it was set from outside, such as by a restored draft.
  const typed = useRef(description)
  const editor = useEditor({
    extensions,
    content: documentOf(description, descriptionFormat),
    // The style sheet of the sellers' app has rules for it.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        // Without this, a translation made by the browser would be saved instead of the typed text.
        translate: 'no',
        ...attributes,
        class: 'control rich-text min-h-36',
      },
      // With Shift, text is pasted without formatting.
      clipboardTextParser: pastedSlice,
      transformPastedHTML: withListLevels,
      clipboardParser: pastedParser,
      handleKeyDown: (_view, event) => {
        const isLink = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
        if (!isLink) return false
        event.preventDefault()
        setIsLinking(true)
        return true
      },
    },
    onUpdate: ({ editor: now }) => {
      typed.current = markdownOf(now.getJSON())
      onChange(typed.current)
    },
  })
  useEffect(() => {
    if (description === typed.current) return
    typed.current = description
    editor.commands.setContent(documentOf(description, descriptionFormat), { emitUpdate: false })
  }, [editor, description, descriptionFormat])
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Toolbar editor={editor} onLink={() => setIsLinking(true)} />
      {isLinking && (
        <LinkRow
          editor={editor}
          onDone={() => {
            setIsLinking(false)
            editor.commands.focus()
          }}
        />
      )}
      <EditorContent editor={editor} />
    </div>
  )
}

type ToolbarProps = { readonly editor: Editor; readonly onLink: () => void }

/** The formatting buttons, each with its usual shortcut. */
function Toolbar({ editor, onLink }: ToolbarProps) {
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
    <div role="group" aria-label={t('Format')} className="flex gap-0.5">
      <Tool
        icon={Bold}
        label={t('Bold')}
        keys="B"
        isOn={is.bold}
        onPress={() => chain().toggleBold().run()}
      />
      <Tool
        icon={Italic}
        label={t('Italic')}
        keys="I"
        isOn={is.italic}
        onPress={() => chain().toggleItalic().run()}
      />
      <Tool
        icon={List}
        label={t('Bulleted list')}
        keys={t('Shift+8')}
        isOn={is.bulletList}
        onPress={() => chain().toggleBulletList().run()}
      />
      <Tool
        icon={ListOrdered}
        label={t('Numbered list')}
        keys={t('Shift+7')}
        isOn={is.orderedList}
        onPress={() => chain().toggleOrderedList().run()}
      />
      <Tool icon={Link2} label={t('Link')} keys="K" isOn={is.link} onPress={onLink} />
    </div>
  )
}

type ToolProps = {
  readonly icon: LucideIcon
  readonly label: string
  /** The key pressed together with Ctrl, or Command on a Mac. */
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
      title={`${label} (${/Mac|iP/.test(navigator.userAgent) ? '⌘' : t('Ctrl+')}${keys})`}
      className={`grid size-10 place-items-center rounded-lg transition hover:bg-brand-soft hover:text-brand ${isOn ? 'bg-brand-soft text-brand' : 'text-muted'}`}
      onClick={onPress}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
}

type LinkRowProps = { readonly editor: Editor; readonly onDone: () => void }

/** Edits the link of the selected text. Without a selection, the URL becomes the text. */
function LinkRow({ editor, onDone }: LinkRowProps) {
  const present: unknown = editor.getAttributes('link')['href']
  const [address, setAddress] = useState(typeof present === 'string' ? present : '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const apply = () => {
    const href = plainWebAddress(address)
    if (!isWebAddress(href)) return setError(t('Enter a full URL, such as https://example.com'))
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && present === undefined) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onDone()
  }
  return (
    <div
      role="presentation"
      className="grid animate-appear gap-3 rounded-2xl bg-sunken p-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        if (event.key === 'Enter' && !(event.target instanceof HTMLInputElement)) return
        // The event must not reach the form around the dialog.
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') apply()
        else onDone()
      }}
    >
      <TextInput
        label="URL"
        ref={field}
        inputMode="url"
        placeholder="https://example.com"
        error={error}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={apply}>{t('Set link')}</Button>
        {present !== undefined && (
          <Button
            variant="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            {t('Remove link')}
          </Button>
        )}
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
