import type { Locator, Page } from 'playwright-core'
import { expectSoon } from './look.ts'

/** Waits until the element is focused and visible. */
export async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor()
  await expectSoon(() => target.evaluate(describeFocus), 'focused and seen')
}

function describeFocus(element: Element): string {
  if (element !== document.activeElement) {
    const { activeElement } = document
    return `the focus is on ${activeElement?.outerHTML.slice(0, 120)}`
  }
  return element.matches(':focus-visible') ? 'focused and seen' : 'focused, but not to be seen'
}

const MAX_STOPS = 70

/** Moves focus to a control using only the Tab key. */
export const tabTo = (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => stepTo(page, target, key)

/** Presses a key until the control is focused. */
export async function stepTo(page: Page, target: Locator, key: string): Promise<void> {
  // Looked up only once: a query by role after each press would take longer than the press itself.
  let element = await target.elementHandle()
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const place = await element?.evaluate(describePlace)
    if (place === 'focused') return expectFocus(target)
    if (place === 'gone') element = await target.elementHandle()
    await page.keyboard.press(key)
  }
  throw new Error(`${MAX_STOPS} presses of ${key} do not lead to ${target}`)
}

const describePlace = (element: Element) =>
  element === document.activeElement ? 'focused' : element.isConnected ? 'elsewhere' : 'gone'

/** Moves to a control with Tab and presses a key on it. */
export async function tabAndPress(page: Page, target: Locator, key: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Presses the keys and returns the presses that left the focused element covered by another one. */
export async function findCovered(page: Page, presses: readonly (readonly [key: string, times: number])[]) {
  const covered: string[] = []
  for (const [key, times] of presses) {
    for (let count = 1; count <= times; count += 1) {
      await page.keyboard.press(key)
      const cover = await page.evaluate(findCover)
      if (cover !== null) covered.push(`${key} ${count}: ${cover}`)
    }
  }
  return covered
}

/** Returns the element that covers the focused one, or null if none does. Runs in the page. */
function findCover(): string | null {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return 'no focus'
  const { left, top, width, height } = activeElement.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  // A breakdown that opened when the element was focused is allowed to cover it.
  if (over?.closest('[role="dialog"]')?.id === activeElement.getAttribute('aria-describedby')) return null
  if (over !== null && (activeElement.contains(over) || over.contains(activeElement))) return null
  return `${activeElement.outerHTML.slice(0, 80)} under ${over?.outerHTML.slice(0, 80)}`
}
