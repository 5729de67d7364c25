import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useFormFields } from '../editor/use-form-fields.ts'
import { LinkRow } from './link-row.tsx'
import { pastedParser, withListLevels } from './pasted-page.ts'
import { pastedSlice } from './pasted-text.ts'
import { documentOf, extensions, markdownOf } from './rich-text.ts'
import { Toolbar } from './toolbar.tsx'

type Props = { readonly labelId: string; readonly errorId: string; readonly isWrong: boolean }

/** The text as it will be on the page. A plain one stays as it is stored until it is changed. */
export function DescriptionEditor({ labelId, errorId, isWrong }: Props) {
  const { watch, changeAll } = useFormFields()
  const description = watch('description')
  const descriptionFormat = watch('descriptionFormat') ?? 'plain'
  const [isLinking, setIsLinking] = useState(false)
  // What was typed here; any other text comes from elsewhere, such as a restored draft.
  const typed = useRef(description)
  const editor = useEditor({
    extensions,
    content: documentOf(description, descriptionFormat),
    // The style sheet of the back office has its rules.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        // A translation would be saved in the place of what was typed.
        translate: 'no',
        'aria-required': 'true',
        'aria-labelledby': labelId,
        'aria-invalid': String(isWrong),
        ...(isWrong ? { 'aria-describedby': errorId } : {}),
        class: 'control rich-text min-h-36',
      },
      // Pasted without its form, by Shift, a text stays as it is.
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
      changeAll({ description: typed.current, descriptionFormat: 'markdown' })
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
