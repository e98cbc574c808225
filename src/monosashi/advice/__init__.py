"""What only several rooms together can say."""
