package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"regexp"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// mysqlServer is the dialect of MySQL and MariaDB.
type mysqlServer struct{ streams }

func (mysqlServer) parameters() []string     { return []string{"socket", "tls"} }
func (mysqlServer) passwordVariable() string { return "MYSQL_PWD" }

func (mysqlServer) connect(d *Database) (*sql.DB, error) {
	c := mysql.NewConfig()
	c.User, c.Passwd, c.DBName = d.server.User.Username(), d.password, strings.TrimPrefix(d.server.Path, "/")
	c.Net, c.Addr = "tcp", net.JoinHostPort(cmp.Or(d.server.Hostname(), "localhost"), cmp.Or(d.server.Port(), "3306"))
	if socket := d.server.Query().Get("socket"); socket != "" {
		c.Net, c.Addr = "unix", socket
	}
	c.TLSConfig = cmp.Or(d.server.Query().Get("tls"), "preferred")
	c.Timeout = connectTimeout
	c.Params = map[string]string{"time_zone": "'+00:00'"}
	c.Logger = log.New(io.Discard, "", 0) // errors are returned
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

func (mysqlServer) isolation() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (mysqlServer) tables(ctx context.Context, tx *sql.Tx) (b builder, err error) {
	err = each(ctx, tx, func(r row) {
		if r[5] == "0" {
			b.hide(r[1])
			return
		}
		b.column(r[0], r[1], r[2], r[3], mysqlForm(r[4]))
	},
		`SELECT table_schema, table_name, column_name, column_type, data_type, FIND_IN_SET('select', LOWER(privileges)) FROM information_schema.columns
		 WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`)
	if err != nil {
		return b, err
	}
	err = each(ctx, tx, func(r row) {
		switch {
		case r[1] == "PRIMARY":
			b.key(r[0], r[2])
		case r[3] != "":
			b.reference(r[0], r[1], r[2], r[3], r[4])
		}
	},
		`SELECT table_name, constraint_name, column_name, referenced_table_name, referenced_column_name
		 FROM information_schema.key_column_usage WHERE table_schema = DATABASE()
		 AND (referenced_table_schema IS NULL OR referenced_table_schema = DATABASE())
		 ORDER BY table_name, constraint_name, ordinal_position`)
	return b, err
}

// mysqlForm returns the form of cells of a type.
func mysqlForm(typ string) form {
	switch strings.ToLower(typ) {
	case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double", "year":
		return number
	case "json":
		return jsonText
	case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit",
		"geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon", "geometrycollection", "vector":
		return bytes
	}
	return text
}

func (mysqlServer) quote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func (mysqlServer) cell(quoted string, c *DeclaredColumn) string {
	if c.form == bytes {
		return "t." + quoted + " IS NOT NULL"
	}
	if !strings.HasSuffix(c.Type, "text") && c.form != jsonText {
		return "t." + quoted
	}
	// A byte that no text has stands for a text that is too long: REPEAT and its like give null where
	// max_allowed_packet is small.
	return fmt.Sprintf("IF(LENGTH(t.%[1]s) > %[2]d, x'ff', CAST(CONVERT(t.%[1]s USING utf8mb4) AS BINARY))", quoted, longestCell)
}

var writes = regexp.MustCompile(`\b(?:ALL PRIVILEGES|INSERT|UPDATE|DELETE|DROP|ALTER)\b.* ON `)

func (mysqlServer) mayWrite(ctx context.Context, tx *sql.Tx) (may bool, err error) {
	err = each(ctx, tx, func(r row) { may = may || writes.MatchString(r[0]) }, "SHOW GRANTS")
	return may, err
}

func (mysqlServer) cause(err error) string {
	var refused *mysql.MySQLError
	if errors.As(err, &refused) {
		switch refused.Number {
		case 1045, 1698:
			return "the server refuses the user or the password: want both as the server has them, the password in MYSQL_PWD"
		case 1044:
			return "no such database, or no permission to read it: want one of those that SHOW DATABASES lists for the user"
		case 1142, 1143:
			return "no permission: want a user with it (GRANT SELECT ON DATABASE.* TO USER)"
		case 1049:
			return "no such database: want one of those that SHOW DATABASES lists"
		case 1040, 1203:
			return "the server has no connection left: want it less busy, or max_connections raised"
		case 1053, 1927, 3169:
			return wentAway
		}
		return ""
	}
	var unreached *net.OpError
	if errors.As(err, &unreached) && unreached.Op == "dial" {
		return noServer
	}
	if errors.Is(err, mysql.ErrInvalidConn) || lost(err) {
		return wentAway
	}
	return ""
}
