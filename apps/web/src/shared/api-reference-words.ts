/**
 * Link to the API reference, which the gateway serves. It has its own file so that the landing page can load it without
 * the app's other UI text.
 */
export const apiReference = { name: 'API reference', url: '/api/docs' } as const
