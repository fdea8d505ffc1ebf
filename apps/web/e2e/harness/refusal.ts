import type { Locator, Page, Route } from 'playwright-core'

/**
 * Makes calls fail until a button is pressed, and returns the function that presses it. Counting calls would not work:
 * other parts of the page may send the same request at any time, and a success before the press would remove the button
 * or use up the response.
 */
export async function refuseUntilPressed(
  page: Page,
  calls: string,
  refuse: (route: Route) => Promise<void>,
): Promise<(button: Locator) => Promise<void>> {
  const wasPressed = () => page.evaluate(() => 'pressed' in document.documentElement.dataset)
  // A navigation destroys the document while its last request is still waiting here. No press can follow in it.
  const wasPressedBefore = () => wasPressed().catch(() => false)
  await page.route(calls, async (route) => ((await wasPressedBefore()) ? route.continue() : refuse(route)))
  return async (button) => {
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        ({ target }) => {
          const control = target instanceof Element ? target.closest('button') : null
          // A busy button ignores clicks.
          if (control?.ariaDisabled !== 'true') document.documentElement.dataset.pressed = ''
        },
        { capture: true },
      ),
    )
    while (!(await wasPressed())) await button.click()
  }
}
