package plan

// These are optional interfaces of operations. For an operation that does not implement
// one, the method of [Node] that needs it returns its zero value.
type (
	// columnReader is an operation that reads columns of its first input.
	columnReader interface{ columns() []string }
	// columnChanger is an operation on one column that also works on other columns.
	columnChanger interface{ withColumn(column string) Operation }
	// toolUser is an operation that calls a lookup or a retriever.
	toolUser interface{ tool() string }
	// lookupUser is an operation that calls a lookup and also works with other lookups.
	lookupUser interface {
		toolUser
		withLookup(tool string) Operation
	}
	// searcher is an operation that uses its inputs to find or select data.
	searcher interface{ searches() }
)

// Columns returns the columns of its first input that the node's operation reads, nil if
// it reads none. The slice must not be changed.
func (n *Node) Columns() []string {
	if o, ok := n.Do.(columnReader); ok {
		return o.columns()
	}
	return nil
}

// WithColumn returns a copy of the node's operation that works on another column; nil if
// the operation does not work on exactly one column.
func (n *Node) WithColumn(column string) Operation {
	if o, ok := n.Do.(columnChanger); ok && len(n.Columns()) == 1 {
		return o.withColumn(column)
	}
	return nil
}

// Tool returns the name of the lookup or retriever that the node's operation calls, "" if
// it calls none. Arithmetic tools do not count, because operations can be computed without
// them.
func (n *Node) Tool() string {
	if o, ok := n.Do.(toolUser); ok {
		return o.tool()
	}
	return ""
}

// Lookup returns the name of the lookup that the node's operation calls, "" if it calls
// none.
func (n *Node) Lookup() string {
	if o, ok := n.Do.(lookupUser); ok {
		return o.tool()
	}
	return ""
}

// WithLookup returns a copy of the node's operation that calls another lookup; nil if the
// operation calls none.
func (n *Node) WithLookup(tool string) Operation {
	if o, ok := n.Do.(lookupUser); ok {
		return o.withLookup(tool)
	}
	return nil
}

// Searches reports whether the node's operation uses its inputs to find or select data,
// as a lookup by name does, rather than computing a value from them.
func (n *Node) Searches() bool {
	_, ok := n.Do.(searcher)
	return ok
}

func (o *Filter) columns() []string      { return []string{o.Column} }
func (o *Superlative) columns() []string { return []string{o.Column} }
func (o *Frequent) columns() []string    { return []string{o.Column} }
func (o *Aggregate) columns() []string   { return []string{o.Column} }
func (o *Project) columns() []string     { return o.Columns }

func (o *Filter) withColumn(column string) Operation {
	with := *o
	with.Column = column
	return &with
}

func (o *Superlative) withColumn(column string) Operation {
	return &Superlative{Column: column, Order: o.Order, Rank: o.Rank}
}

func (o *Frequent) withColumn(column string) Operation { return &Frequent{Column: column} }

func (o *Aggregate) withColumn(column string) Operation {
	return &Aggregate{Function: o.Function, Column: column}
}

func (o *Project) withColumn(column string) Operation {
	return &Project{Columns: []string{column}, Unstated: o.Unstated}
}

func (o *Call) tool() string     { return o.Tool }
func (o *Having) tool() string   { return o.Tool }
func (o *Retrieve) tool() string { return o.Tool }

func (o *Call) withLookup(tool string) Operation {
	return &Call{Tool: tool, Each: o.Each, Empty: o.Empty}
}

func (o *Having) withLookup(tool string) Operation { return &Having{Tool: tool, Empty: o.Empty} }

func (*Call) searches()      {}
func (*Having) searches()    {}
func (*Derive) searches()    {}
func (*Combine) searches()   {}
func (*Compare) searches()   {}
func (*Filter) searches()    {}
func (*Extract) searches()   {}
func (*Retrieve) searches()  {}
func (*Recognize) searches() {}
