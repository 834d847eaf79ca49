package plan

// Some operations say more of themselves than [Operation] asks of all of them. What an
// operation says nothing about is the zero answer of the method of [Node].
type (
	// columnReader is an operation on columns of the rows that it reads first.
	columnReader interface{ columns() []string }
	// columnChanger is an operation on one column, which could be another one.
	columnChanger interface{ withColumn(column string) Operation }
	// toolUser is an operation that asks a lookup or a retriever.
	toolUser interface{ tool() string }
	// lookupUser is an operation that asks a lookup, which could be another one.
	lookupUser interface {
		toolUser
		withLookup(tool string) Operation
	}
	// searcher is an operation that looks for something by what it reads.
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

// WithColumn returns the node's operation on another column; nil if it does not work on
// exactly one.
func (n *Node) WithColumn(column string) Operation {
	if o, ok := n.Do.(columnChanger); ok && len(n.Columns()) == 1 {
		return o.withColumn(column)
	}
	return nil
}

// Tool returns the lookup or retriever that the node's operation asks, "" if it asks
// none. Arithmetic tools do not count: an operation is computed with or without them.
func (n *Node) Tool() string {
	if o, ok := n.Do.(toolUser); ok {
		return o.tool()
	}
	return ""
}

// Lookup returns the lookup that the node's operation asks, "" if it asks none.
func (n *Node) Lookup() string {
	if o, ok := n.Do.(lookupUser); ok {
		return o.tool()
	}
	return ""
}

// WithLookup returns the node's operation with another lookup; nil if it asks none.
func (n *Node) WithLookup(tool string) Operation {
	if o, ok := n.Do.(lookupUser); ok {
		return o.withLookup(tool)
	}
	return nil
}

// Searches reports whether the node's operation looks for something by what it reads,
// such as a lookup by a name, rather than computing something of it.
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

func (o *Project) withColumn(column string) Operation { return &Project{Columns: []string{column}} }

func (o *Call) tool() string     { return o.Tool }
func (o *Having) tool() string   { return o.Tool }
func (o *Retrieve) tool() string { return o.Tool }

func (o *Call) withLookup(tool string) Operation {
	return &Call{Tool: tool, Each: o.Each, Empty: o.Empty}
}

func (o *Having) withLookup(tool string) Operation { return &Having{Tool: tool, Empty: o.Empty} }

func (*Call) searches()     {}
func (*Having) searches()   {}
func (*Derive) searches()   {}
func (*Combine) searches()  {}
func (*Compare) searches()  {}
func (*Filter) searches()   {}
func (*Extract) searches()  {}
func (*Retrieve) searches() {}
