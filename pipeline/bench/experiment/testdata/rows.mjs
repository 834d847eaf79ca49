// Prints the rows of a Parquet file as two readers see them, one JSON array a reader.
// Whole numbers of 64 bits are printed as texts.
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const [parquet] = process.argv.slice(2)
if (!parquet) {
  console.error('usage: node rows.mjs FILE.parquet')
  process.exit(2)
}

async function duckdb() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const file = `read_parquet('${parquet.replaceAll("'", "''")}', file_row_number = true)`
  const rows = await connection.runAndReadAll(`SELECT * EXCLUDE file_row_number FROM ${file} ORDER BY file_row_number`)
  return rows.getRowObjectsJson()
}

async function hyparquet() {
  return parquetReadObjects({ file: await asyncBufferFromFile(parquet) })
}

for (const read of [duckdb, hyparquet]) {
  console.log(JSON.stringify(await read(), (_, value) => typeof value === 'bigint' ? String(value) : value ?? null))
}
