import '@testing-library/jest-dom/jest-globals'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  // A busy machine takes seconds to load a page's code: TEST_PATIENCE=3 waits three times as long.
  asyncUtilTimeout: 8_000 * Number(process.env.TEST_PATIENCE ?? 1),
  // Queries by role find hidden elements too: to exclude them, jsdom computes the styles of every element of the page.
  defaultHidden: true,
  // The document is printed for the failure that is reported, not for each look that finds nothing yet.
  getElementError: (message, container) => {
    const config = getConfig()
    const looksOn = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
    if (!looksOn) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})
