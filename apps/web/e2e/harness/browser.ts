import { type Browser, chromium } from 'playwright-core'

/**
 * The last switch of this kind counts: to what the library switches off (its `chromiumSwitches`) come the pop-ups of the
 * address bar, two pages that every window would load.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Starts a spare process for a page that the tests never open.
  'SpareRendererForSitePerProcess',
]

/** Chromium from the system; the test command names it and refuses to call a missing one a success. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: readVariable('CHROMIUM_PATH'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // No page lives long enough to earn back what the optimizing compilers cost.
      '--js-flags=--no-opt,--no-maglev',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })
}

/** A setting of the command that runs browser tests. */
export function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run browser tests with "npm run test:e2e", and Chromium on the PATH`)
  return value
}
