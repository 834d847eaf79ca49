package database

import (
	"context"
	"crypto/tls"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgres is the dialect of PostgreSQL, from version 11.
type postgres struct{ streams }

func (postgres) parameters() []string {
	return []string{"connect_timeout", "host", "search_path", "sslcert", "sslkey", "sslmode", "sslrootcert", "target_session_attrs"}
}

func (postgres) passwordVariable() string { return "PGPASSWORD" }

// connectTimeout is how long a server may take to answer, unless the URL says otherwise.
const connectTimeout = 15 * time.Second

func (postgres) connect(d *Database) (*sql.DB, error) {
	c, err := pgx.ParseConfig(d.server.String())
	if err != nil {
		return nil, err
	}
	if d.password != "" {
		c.Password = d.password
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTimeout
	}
	c.RuntimeParams["application_name"] = "taskgrove"
	c.RuntimeParams["datestyle"] = "ISO, YMD"
	c.RuntimeParams["timezone"] = "UTC"
	c.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol // which poolers of connections know, too
	return stdlib.OpenDB(*c), nil
}

func (postgres) isolation() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (postgres) tables(ctx context.Context, tx *sql.Tx) (b builder, err error) {
	err = each(ctx, tx, func(r row) {
		if r[5] == "false" {
			b.hide(r[1])
			return
		}
		b.column(r[0], r[1], r[2], r[3], postgresForm(r[4]))
	},
		`SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), format_type(coalesce(nullif(t.typbasetype, 0), t.oid), NULL),
		 has_column_privilege(c.oid, a.attnum, 'SELECT')::text
		 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		 JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
		 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
		 AND n.nspname = ANY(current_schemas(false)) AND pg_table_is_visible(c.oid) ORDER BY c.relname, a.attnum`)
	if err != nil {
		return b, err
	}
	err = each(ctx, tx, func(r row) {
		if r[2] == "p" {
			b.key(r[0], r[3])
			return
		}
		b.reference(r[0], r[1], r[3], r[4], r[5])
	},
		`SELECT c.relname, k.conname, k.contype, a.attname, f.relname, fa.attname
		 FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
		 CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS n(number, place)
		 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n.number
		 LEFT JOIN pg_class f ON f.oid = k.confrelid AND pg_table_is_visible(f.oid)
		 LEFT JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = k.confkey[n.place]
		 WHERE k.contype IN ('p', 'f') AND k.conparentid = 0 AND pg_table_is_visible(c.oid) ORDER BY c.relname, k.conname, n.place`)
	return b, err
}

// postgresForm returns the form of cells of a type.
func postgresForm(typ string) form {
	switch typ {
	case "smallint", "integer", "bigint", "numeric", "real", "double precision", "oid", "money":
		return number
	case "boolean":
		return boolean
	case "json", "jsonb":
		return jsonText
	case "bytea":
		return bytes
	case "timestamp with time zone":
		return zoned
	}
	return text
}

func (postgres) quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func (postgres) cell(quoted string, c *DeclaredColumn) string {
	switch {
	case c.form == bytes:
		return "t." + quoted + " IS NOT NULL"
	case c.Type == "money":
		return "t." + quoted + "::numeric::text"
	case c.form != text && c.form != jsonText:
		return "t." + quoted + "::text"
	}
	return fmt.Sprintf("CASE WHEN octet_length(t.%[1]s::text) > %[2]d THEN repeat('x', %[2]d + 1) ELSE t.%[1]s::text END", quoted, longestCell)
}

func (postgres) mayWrite(ctx context.Context, tx *sql.Tx) (may bool, err error) {
	err = tx.QueryRowContext(ctx,
		`SELECT coalesce(bool_or(has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')), false) FROM pg_class c
		 JOIN pg_namespace n ON n.oid = c.relnamespace
		 WHERE c.relkind IN ('r', 'p') AND n.nspname = ANY(current_schemas(false))`).Scan(&may)
	return may, err
}

func (postgres) cause(err error) string {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch code := refused.Code; {
		case code == "28000" && strings.Contains(refused.Message, "pg_hba.conf"):
			return "the server takes no such connection: want host, user, database and sslmode as its pg_hba.conf allows them"
		case code == "28P01", code == "28000":
			return "the server refuses the user or the password: want both as the server has them, the password in PGPASSWORD"
		case code == "3D000":
			return "no such database: want one of the server's, which psql -l lists"
		case code == "42501":
			return "no permission: want a role with it (GRANT SELECT ON ALL TABLES IN SCHEMA NAME TO ROLE)"
		case code == "53300":
			return "the server has no connection left: want it less busy, or max_connections raised"
		case strings.HasPrefix(code, "57P"), strings.HasPrefix(code, "08"):
			return wentAway
		}
		return ""
	}
	var unreached *pgconn.ConnectError
	if errors.As(err, &unreached) {
		return unconnected(unreached.Unwrap())
	}
	if lost(err) {
		return wentAway
	}
	return ""
}

// unconnected says why no connection came about.
func unconnected(err error) string {
	var (
		dial        *net.OpError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
	)
	switch said := err.Error(); {
	case errors.As(err, &certificate):
		return "the certificate of the server is not trusted: want sslrootcert in the URL, and the host that the certificate names"
	case errors.As(err, &record), strings.Contains(said, "refused TLS"):
		return "the server has no TLS: want another sslmode in the URL, or a server with TLS"
	case strings.Contains(said, "password") || strings.Contains(said, "SASL"):
		return "the server wants a password: want it in PGPASSWORD"
	case errors.As(err, &dial) && dial.Op == "dial", errors.Is(err, context.DeadlineExceeded):
		return noServer
	case lost(err):
		return "what answers ended the connection: want the host and port of a PostgreSQL server that takes connections"
	}
	return ""
}

// What servers of all kinds can do.
const (
	noServer = "no server answers: want host and port as in the URL, and a server that listens there"
	wentAway = "the server went away: want it up; the command can be given again, and nothing is lost"
)

// lost reports whether an error is that of a connection that ended.
func lost(err error) bool {
	var network net.Error
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, net.ErrClosed) || errors.As(err, &network)
}
