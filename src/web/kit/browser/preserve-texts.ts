/** A translation program's version of some text, and the page's original. */
type Translation = { readonly text: string; readonly nodes: readonly Node[] }

/**
 * The maximum number of nodes for one text, which no real translation reaches. With a translation program that also
 * translates empty texts, the work would otherwise never end.
 */
const most = 20

/**
 * Keeps each text of the page while a translation program shows another one. Such programs replace text nodes with
 * their own elements. The page's renderer would then update a text node that is no longer visible, and fail when it
 * removes one. Here the text node stays, emptied, in front of its translation: new text in it replaces the translation,
 * and removing it removes both.
 */
export function preserveTexts(): void {
  const translations = new WeakMap<Node, Translation>()
  const originals = new WeakMap<Node, Text>()
  let isTranslated = false

  const remove = (node: Node) => node.parentNode?.removeChild(node)

  const begin = (text: Text, replaced: Node, added: readonly Node[]) => {
    const old = translations.get(text) ?? { text: '', nodes: [] }
    const isAnew = replaced === text && text.data !== ''
    if (isAnew) old.nodes.forEach(remove)
    const nodes = isAnew ? added : [text, ...old.nodes].flatMap((node) => (node === replaced ? added : node))
    translations.set(text, { text: text.data || old.text, nodes: nodes.filter((node) => node !== text) })
    for (const node of added) originals.set(node, text)
    isTranslated = true
  }

  const discard = (text: Text, nodes: readonly Node[]) => {
    translations.delete(text)
    nodes.forEach(remove)
  }

  const settle = (text: Text, isNew: boolean, isWritten: boolean) => {
    const translation = translations.get(text)
    if (translation === undefined) return
    const nodes = translation.nodes.filter(({ parentNode }) => parentNode !== null)
    const [first] = nodes
    if (first === undefined) {
      // The translation program has restored the original.
      if (!isWritten && text.data === '') text.data = translation.text
      translations.delete(text)
    } else if (isNew || isWritten) {
      if (nodes.length > most) return
      // The text may have been moved into its translation.
      if (nodes.some((node) => node.contains(text))) text.replaceWith(text.cloneNode())
      if (isNew) first.parentNode?.insertBefore(text, first)
      // The text is inserted again as new, so that it is translated too.
      else text.parentNode?.insertBefore(text, text.nextSibling)
      if (isWritten) discard(text, nodes)
      else text.data = ''
    } else if (text.parentNode === null) discard(text, nodes)
    else if (text.nextSibling !== first) text.after(...nodes)
  }

  const observer = new MutationObserver((records) => {
    /** The texts affected by a change, and whether they were translated. */
    const touched = new Map<Text, boolean>()
    const written = new Set<Text>()
    for (const record of records) {
      const { target } = record
      if (record.type === 'characterData' && target instanceof Text) {
        // Includes texts that are now empty. Texts emptied here do not count as changes.
        written.add(target)
        touched.set(target, touched.get(target) === true)
      }
      for (const node of record.removedNodes) {
        const text = originals.get(node) ?? node
        if (!(text instanceof Text)) continue
        const added = successors(record, records, originals)
        const isNew = added.length > 0 && !added.includes(text)
        if (isNew) {
          begin(text, node, added)
          written.delete(text)
        }
        touched.set(text, isNew || touched.get(text) === true)
      }
      // The nodes between a text and its translation.
      if (!isTranslated) continue
      for (const node of target.childNodes) {
        if (node instanceof Text && !touched.has(node)) touched.set(node, false)
      }
    }
    for (const [text, isNew] of touched) settle(text, isNew, written.has(text))
    // Ignores changes made here, because they are not changes by the page.
    observer.takeRecords()
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/**
 * The nodes that replaced the removed one. They were put in its place, around it and its siblings, or next to it before
 * it was removed. The page itself never does this.
 */
function successors(
  { target, addedNodes, removedNodes }: MutationRecord,
  records: readonly MutationRecord[],
  known: WeakMap<Node, Text>,
): readonly Node[] {
  const [removed] = removedNodes
  if (removed === undefined || removedNodes.length > 1) return []
  const isNew = (node: Node) => node !== removed && !known.has(node)
  const addedBeside = (place: Node) =>
    records
      .filter((record) => record.nextSibling === place || record.previousSibling === place)
      .flatMap((record) => [...record.addedNodes])
      .filter(isNew)
  const around =
    removed.isConnected && [...target.childNodes].find((node) => isNew(node) && node.contains(removed))
  if (around) return [...new Set([around, ...addedBeside(removed), ...addedBeside(around)])]
  if (addedNodes.length > 0) return [...addedNodes]
  return addedBeside(removed).filter((node) => node.nodeName === 'FONT')
}
