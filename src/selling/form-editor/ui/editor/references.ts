/** Related things in the editor's values: by id, or as objects that carry one. */
export function idsOf(references: readonly (string | { readonly id: string })[] | undefined): string[] {
  return (references ?? []).map((reference) => (typeof reference === 'string' ? reference : reference.id))
}
