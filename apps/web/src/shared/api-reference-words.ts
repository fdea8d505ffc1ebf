/**
 * Link to the API reference, which the gateway serves. It is in a file of its own, so that the landing page can load it
 * without the rest of the app's UI text.
 */
export const apiReference = { name: 'API reference', url: '/api/docs' } as const
