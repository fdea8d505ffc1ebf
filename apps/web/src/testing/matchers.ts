import '@testing-library/jest-dom/jest-globals'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  // A busy machine takes seconds to load a page's code: TEST_PATIENCE=3 triples the timeout.
  asyncUtilTimeout: 8_000 * Number(process.env.TEST_PATIENCE ?? 1),
  // Queries by role include hidden elements: excluding them makes jsdom compute the styles of every element.
  defaultHidden: true,
  // Print the document only for the reported failure, not for every retry.
  getElementError: (message, container) => {
    const config = getConfig()
    const looksOn = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
    if (!looksOn) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})
