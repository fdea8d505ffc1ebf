import type { Locator, Page, Route } from 'playwright-core'

/**
 * Has calls refused until a button is pressed, and returns how to press it. Other parts of a page may ask for the same
 * at any moment: let through any earlier, they would take the button away, or be answered in its place.
 */
export async function refuseUntilPressed(
  page: Page,
  calls: string,
  refuse: (route: Route) => Promise<void>,
): Promise<(button: Locator) => Promise<void>> {
  const wasPressed = () => page.evaluate(() => 'pressed' in document.documentElement.dataset)
  await page.route(calls, async (route) => ((await wasPressed()) ? route.continue() : refuse(route)))
  return async (button) => {
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        ({ target }) => {
          const control = target instanceof Element ? target.closest('button') : null
          // A busy one takes no press.
          if (control?.ariaDisabled !== 'true') document.documentElement.dataset.pressed = ''
        },
        { capture: true },
      ),
    )
    while (!(await wasPressed())) await button.click()
  }
}
