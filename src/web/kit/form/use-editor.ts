import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { unfold } from '../layout/page-sections.ts'
import { errorMessage, firstMessage, WrongFields } from '../feedback/error-message.ts'
import { useWaitedFor } from './waited-for.ts'

export type EditorOptions<Values extends FieldValues, Result> = {
  readonly initial: DefaultValues<Values>
  readonly resolver: Resolver<Values, unknown, Result>
  /** The fields that a rejected save can have errors for. */
  readonly names: readonly Path<Values>[]
  /** The toast for failures without a message from the server. */
  readonly failure: string
  /** Saves the values. Returns the values to continue with, or null if editing is over. */
  readonly onSave: (result: Result) => Promise<DefaultValues<Values> | null>
}

/** Whether there was no response at all: the device is offline, or the server is down. */
const unreached = () =>
  t(
    'You are offline or we cannot be reached. Your changes are still here. Save again once you are connected.',
  )

/**
 * A form that saves something. All invalid fields are marked together, including those the server rejects,
 * the first one gets the focus, and nothing typed is lost if a save fails. A save waits for uploads. If a
 * click leaves a field, the field shows its error after the click.
 */
export function useEditor<Values extends FieldValues, Result>({
  initial,
  resolver,
  names,
  failure,
  onSave,
}: EditorOptions<Values, Result>) {
  const element = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const isUnderWay = useRef(false)
  const pressEnd = usePressEnd()
  const waited = useWaitedFor()
  const methods = useForm<Values, unknown, Result>({
    defaultValues: initial,
    resolver: async (...values) => {
      await pressEnd()
      return resolver(...values)
    },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  // `submitCount` increases in the step that marks the fields, whether the browser or the server found the errors.
  const { submitCount, errors, isDirty } = methods.formState
  const [unmarked, setUnmarked] = useState<{ readonly name: string; readonly hasPlace: boolean } | null>(null)
  const lead = useEffectEvent(() => {
    const marked =
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? null
    const [wrong] = Object.keys(errors)
    // An error without a field to show it appears next to the save button.
    const place = marked ?? (wrong === undefined ? null : placeOf(element.current, wrong))
    setUnmarked(marked !== null || wrong === undefined ? null : { name: wrong, hasPlace: place !== null })
    unfold(place)
    place?.focus()
  })
  useEffect(() => {
    if (submitCount > 0) lead()
  }, [submitCount])

  const { control } = methods
  // `isDirty` follows with a later rendering. A key that is pressed before it must not lose what was typed.
  // oxlint-disable-next-line no-underscore-dangle -- there is no other state that is never late
  const hasTyped = useCallback(() => control._formState.isDirty, [control])

  const text =
    unmarked === null ? undefined : firstMessage(new Map(Object.entries(errors)).get(unmarked.name))
  const show = () => {
    const place = placeOf(element.current, unmarked?.name ?? '')
    unfold(place)
    place?.focus()
  }

  async function save(result: Result): Promise<void> {
    try {
      isSaved.current = true
      const next = await onSave(result)
      if (next === null) return
      methods.reset(next)
      isSaved.current = false
    } catch (error) {
      isSaved.current = false
      const isOfFields = error instanceof ApiError || error instanceof WrongFields
      const problems = isOfFields ? Object.entries(error.errors) : []
      for (const name of names) {
        const own = problems.filter(([path]) => path.split('.')[0] === name)
        const [first] = own
        // A field with many parts looks up each error by its full path.
        if (first !== undefined) methods.setError(name, { message: first[1], types: Object.fromEntries(own) })
      }
      toast.error(error instanceof NoAnswer && !error.isLate ? unreached() : errorMessage(error, failure))
    }
  }

  /**
   * Shows errors right away, and delays saving until uploads such as a large file are done. If one fails, nothing is
   * saved, and its field shows it.
   */
  async function check(): Promise<void> {
    if (waited.isNeeded()) {
      const filled = names.filter((name) => !waited.willFill(name))
      if ((await methods.trigger(filled)) && !(await waited.untilThere())) {
        await methods.trigger()
        return
      }
    }
    await methods.handleSubmit(save)()
  }

  return {
    methods,
    element,
    isDirty,
    /** Whether something was typed, at the moment of the call. */
    hasTyped,
    /** Whether something typed is neither saved nor being saved. */
    isUnsaved: () => hasTyped() && !isSaved.current,
    /** Registers an upload for which a save must wait. */
    waitFor: waited.add,
    /** The uploads for which a save is waiting, or null. */
    waitedFor: waited.names,
    isUploading: waited.isUploading,
    /** The error that no visible field shows. */
    unmarked: text === undefined ? null : { text, onShow: unmarked?.hasPlace === true ? show : null },
    /** The form's `onSubmit` handler. A form in a dialog must not submit the form around it. */
    submit: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      event.preventDefault()
      event.stopPropagation()
      // A double click, or a second click during a save, counts once.
      if (isUnderWay.current) return
      isUnderWay.current = true
      void check().finally(() => {
        isUnderWay.current = false
      })
    },
  }
}

/** The control of a field. A field without its own input has its name in `data-field`. */
function placeOf(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const controls = 'input:enabled, select:enabled, textarea:enabled, button:enabled'
  return (
    form?.querySelector<HTMLElement>(`:is(${controls})[name="${name}"]`) ??
    form?.querySelector<HTMLElement>(`[data-field="${name}"] :is(${controls})`) ??
    null
  )
}

/**
 * Returns a function that waits until a pressed pointer has clicked, and resolves right away if none is pressed. If the
 * page moved before that, the button would move away from under the finger and the click would be lost.
 */
function usePressEnd(): () => Promise<void> {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, passive: true, signal: controller.signal }
    let ending: ReturnType<typeof setTimeout> | undefined
    function begin({ button }: MouseEvent): void {
      if (button !== 0) return
      clearTimeout(ending)
      isDown.current = true
    }
    /**
     * Resolves after the resulting click. A finger's click is also reported as a mouse click, which starts the waiting
     * again.
     */
    function end(): void {
      clearTimeout(ending)
      ending = setTimeout(goOn)
    }
    function goOn(): void {
      isDown.current = false
      for (const resolve of waiting.current.splice(0)) resolve()
    }
    for (const type of ['pointerdown', 'mousedown'] as const) window.addEventListener(type, begin, options)
    // If the system takes over the pointer, for example for a list of choices, no release is reported. The next event
    // ends the waiting.
    for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keydown'] as const)
      window.addEventListener(type, end, options)
    window.addEventListener(
      'pointermove',
      ({ buttons }) => {
        if (buttons === 0 && isDown.current) end()
      },
      options,
    )
    return () => {
      controller.abort()
      clearTimeout(ending)
      goOn()
    }
  }, [])
  return useCallback(
    () => (isDown.current ? new Promise((resolve) => waiting.current.push(resolve)) : Promise.resolve()),
    [],
  )
}
