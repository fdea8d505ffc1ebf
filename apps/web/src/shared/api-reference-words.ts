/** The page of the API, which the gateway serves; the landing page is drawn without the app's other words. */
export const apiReference = { name: 'API reference', url: '/api/docs' } as const
