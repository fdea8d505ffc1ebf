import type { FastifyReply } from 'fastify'

// Without a byte order mark, spreadsheets would assume a regional encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** Sends lines as a CSV file. */
export const sendCsv = (reply: FastifyReply, { fileName, lines }: { fileName: string; lines: string }) =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${fileName}"` })
    .type('text/csv; charset=utf-8')
    .send(`${BYTE_ORDER_MARK}${lines}\r\n`)
