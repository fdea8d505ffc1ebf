import { Popover } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useHintText } from '../glossary.ts'

/** Long enough to ignore a pointer that only passes over an element. */
const OPEN_DELAY_MS = 300
/** Long enough to move the pointer from an element to its hint. */
const CLOSE_DELAY_MS = 140

interface ShownHint {
  readonly element: HTMLElement
  readonly by: 'pointer' | 'focus' | 'touch'
}

/**
 * The app's only tooltip: Mantine's would add five times the code. It serves every element with `data-hint`, so that the
 * thousands of cells in a table need no tooltip code. It opens on hover, on keyboard focus (of the element or its table
 * cell) and on a tap. It stays open while the pointer is over it. Escape closes the hint and nothing else. The hint keeps
 * its line breaks.
 */
export function Hints() {
  const id = useId()
  const [shown, setShown] = useState<ShownHint | null>(null)
  useEffect(() => listen(id, setShown), [id])
  useEffect(() => {
    const described = shown?.element.closest('button, a, th')
    if (!described) return
    described.setAttribute('aria-describedby', id)
    return () => described.removeAttribute('aria-describedby')
  }, [shown, id])
  const words = useHintText(shown?.element.dataset.hint ?? null)
  if (shown === null || words === null) return null
  const { left, top, width, height } = shown.element.getBoundingClientRect()
  return (
    <Popover
      opened
      position={shown.element.dataset.hintSide === 'right' ? 'right' : 'bottom'}
      offset={6}
      radius="md"
      withRoles={false}
      trapFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <div style={{ position: 'fixed', pointerEvents: 'none', left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="tooltip"
        maw={260}
        px="sm"
        py="xs"
        bg="var(--surface-strong)"
        fz="sm"
        lh="1rem"
        style={{ boxShadow: 'none', whiteSpace: 'pre-line' }}
      >
        {words}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Adds the listeners and returns a function that removes them. */
function listen(id: string, setShown: (change: (before: ShownHint | null) => ShownHint | null) => void): () => void {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // Not every browser reports the pointer type for a click.
  let byTouch = false
  /**
   * The element that the mouse last pressed. Its hint would cover whatever the press changed, so the hint stays closed
   * until the pointer leaves and comes back.
   */
  let pressed: HTMLElement | null = null
  const on = <K extends keyof DocumentEventMap>(name: K, handle: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, handle, { signal: controller.signal })
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  const show = (element: HTMLElement, by: ShownHint['by']) => {
    clearTimeout(timer)
    setShown((before) => (before?.element === element ? before : { element, by }))
  }
  const hide = (which: (hint: ShownHint) => boolean = () => true) => {
    clearTimeout(timer)
    setShown((before) => (before !== null && which(before) ? null : before))
  }
  const isHint = (target: EventTarget | null) => document.getElementById(id)?.contains(asElement(target))

  on('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse') return
    const element = findHinted(target)
    if (element !== pressed) pressed = null
    if (isHint(target)) clearTimeout(timer)
    else if (element === null || element === pressed) after(CLOSE_DELAY_MS, () => hide(({ by }) => by === 'pointer'))
    else after(OPEN_DELAY_MS, () => show(element, 'pointer'))
  })
  on('pointerdown', ({ target, pointerType }) => {
    byTouch = pointerType === 'touch'
    const element = findHinted(target)
    // A disabled element keeps its hint, which explains why it is disabled.
    if (isHint(target) || element?.ariaDisabled === 'true') return
    if (!byTouch) pressed = element
    hide()
  })
  on('click', ({ target }) => {
    const element = findHinted(target)
    if (byTouch && element !== null) show(element, 'touch')
  })
  on('focusin', ({ target }) => {
    const element = findFocusHinted(target)
    if (element === null) hide(({ by }) => by === 'focus')
    else if (element !== pressed) show(element, 'focus')
  })
  on('focusout', () => hide(({ by }) => by === 'focus'))
  // The hint follows its element.
  const follow = () => setShown((before) => before && { ...before })
  document.addEventListener('scroll', follow, { signal: controller.signal, capture: true, passive: true })
  // Handles Escape before the surrounding dialog can, so that one press closes only one thing.
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.getElementById(id) === null) return
    event.stopImmediatePropagation()
    hide()
  }
  window.addEventListener('keydown', closeByKey, { capture: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', closeByKey, { capture: true })
    controller.abort()
  }
}

const asElement = (target: EventTarget | null) => (target instanceof HTMLElement ? target : null)

function findHinted(target: EventTarget | null): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  // An element that opens a popup needs no hint as well.
  return element?.closest('[aria-haspopup]') ? null : element
}

/** Focus opens a hint only if the focus ring is visible. */
function findFocusHinted(target: EventTarget | null): HTMLElement | null {
  const element = asElement(target)
  if (!element?.matches(':focus-visible')) return null
  return findHinted(element) ?? (element.matches('td') ? element.querySelector<HTMLElement>('[data-hint]') : null)
}
