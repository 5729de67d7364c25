type ElementState = {
  readonly change:
    | { readonly empty: boolean; readonly complete: boolean; readonly error?: unknown }
    | undefined
  readonly hasFocus: boolean
  readonly isMounted: boolean
}

/** The class names of an element's container, each with whether it applies. A page can set its own names. */
export function elementClasses(
  names: Readonly<Record<string, unknown>> | undefined,
  { change, hasFocus, isMounted }: ElementState,
): [string, boolean][] {
  const name = (option: string, standard: string): string[] => {
    const given = names?.[option]
    return (typeof given === 'string' ? given : standard).split(/\s+/).filter((part) => part !== '')
  }
  const states = [
    { classes: name('base', 'StripeElement'), isOn: true },
    { classes: name('empty', 'StripeElement--empty'), isOn: change?.empty ?? true },
    { classes: name('complete', 'StripeElement--complete'), isOn: change?.complete ?? false },
    { classes: name('invalid', 'StripeElement--invalid'), isOn: change?.error !== undefined },
    { classes: name('focus', 'StripeElement--focus'), isOn: hasFocus },
  ]
  return states.flatMap(({ classes, isOn }) =>
    classes.map((each): [string, boolean] => [each, isOn && isMounted]),
  )
}
