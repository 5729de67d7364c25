import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { errorMessage, firstMessage, WrongFields } from '../feedback/error-message.ts'
import { useWaitedFor } from './waited-for.ts'

export type EditorOptions<Values extends FieldValues, Result> = {
  readonly initial: DefaultValues<Values>
  readonly resolver: Resolver<Values, unknown, Result>
  /** The fields that a refused save may name. */
  readonly names: readonly Path<Values>[]
  /** The toast of a failure that the server gave no words for. */
  readonly failure: string
  /** Saves; answers the values to go on with, or null when the editing is over. */
  readonly onSave: (result: Result) => Promise<DefaultValues<Values> | null>
}

/** Nothing was answered at all: the device is offline, or the server is away. */
const unreached =
  'You are offline or we cannot be reached. Your changes are still here. Save again once you are connected.'

/**
 * A form that saves something: all wrong fields are marked at once, also those that the server names, the first of
 * them gets the focus, and nothing typed is lost when a save fails. `isSaved` is true from the save on, for the
 * question before unsaved changes are left. A save waits for files on their way. A field that is left by a press says what is wrong once that has ended.
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
  // It counts up in the same step in which the fields are marked, by the browser's checks or by the server's.
  const { submitCount, errors } = methods.formState
  const [unmarked, setUnmarked] = useState<{ readonly name: string; readonly hasPlace: boolean } | null>(null)
  const lead = useEffectEvent(() => {
    const marked =
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? null
    const [wrong] = Object.keys(errors)
    // Where no field says what is wrong, it is said beside what saves.
    const place = marked ?? (wrong === undefined ? null : placeOf(element.current, wrong))
    setUnmarked(marked !== null || wrong === undefined ? null : { name: wrong, hasPlace: place !== null })
    place?.focus()
  })
  useEffect(() => {
    if (submitCount > 0) lead()
  }, [submitCount])

  const text =
    unmarked === null ? undefined : firstMessage(new Map(Object.entries(errors)).get(unmarked.name))
  const show = () => placeOf(element.current, unmarked?.name ?? '')?.focus()

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
        // A field of many parts finds what belongs to each by its whole path.
        if (first !== undefined) methods.setError(name, { message: first[1], types: Object.fromEntries(own) })
      }
      toast.error(error instanceof NoAnswer && !error.isLate ? unreached : errorMessage(error, failure))
    }
  }

  /**
   * What is wrong is shown at once; a save waits for what is on its way, such as a large file. Where that does not come,
   * nothing is saved, and the field that lacks it says so.
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
    isSaved,
    /** Takes what a save has to wait for. */
    waitFor: waited.add,
    /** What a save is waiting for now; null: nothing. */
    waitedFor: waited.names,
    /** What was refused and no field in sight says. */
    unmarked: text === undefined ? null : { text, onShow: unmarked?.hasPlace === true ? show : null },
    /** For the form's `onSubmit`. A form in a dialog must not submit the form that the dialog belongs to. */
    submit: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      event.preventDefault()
      event.stopPropagation()
      // A double click, or a second press while the first is on its way, is one.
      if (isUnderWay.current) return
      isUnderWay.current = true
      void check().finally(() => {
        isUnderWay.current = false
      })
    },
  }
}

/** The control of a field; one that is no input of its own carries its name as `data-field`. */
function placeOf(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const controls = 'input:enabled, select:enabled, textarea:enabled, button:enabled'
  return (
    form?.querySelector<HTMLElement>(`:is(${controls})[name="${name}"]`) ??
    form?.querySelector<HTMLElement>(`[data-field="${name}"] :is(${controls})`) ??
    null
  )
}

/**
 * Answers a function to wait with until a pointer that is down has pressed what it is on; at once while none is. What
 * moves the page meanwhile would take a button away from under the finger, and the press would be lost.
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
    /** After the click that comes of it. A finger's is told as a mouse's in between, which begins anew. */
    function end(): void {
      clearTimeout(ending)
      ending = setTimeout(goOn)
    }
    function goOn(): void {
      isDown.current = false
      for (const resolve of waiting.current.splice(0)) resolve()
    }
    for (const type of ['pointerdown', 'mousedown'] as const) window.addEventListener(type, begin, options)
    // Where the system takes the pointer over, such as for a list of choices, its end is not told: what comes next is.
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
